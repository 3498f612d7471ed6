import type { FormDefinition } from "./forms/define-form.server.ts";
import type { FormPage } from "./pages.ts";
import { barrierForm } from "./routes/barrier/barrier.server.ts";
import { customerForm } from "./routes/customer/customer-data.form.server.ts";
import { byNameForm } from "./routes/email-rejection/by-name.server.ts";
import { consentsForm } from "./routes/email-rejection/consents.form.server.ts";
import { objectionForm } from "./routes/email-rejection/rejection.server.ts";
import { idDataForm } from "./routes/offer/cart/id-data.form.server.ts";
import { paymentForm } from "./routes/offer/cart/payment.form.server.ts";
import { personalDataForm } from "./routes/offer/cart/personal-data.form.server.ts";
import { handoverCodeForm } from "./routes/offer/entry/handover-code.form.server.ts";
import { landingForm } from "./routes/offer/entry/landing.server.ts";
import { newLinkForm } from "./routes/offer/entry/new-link.form.server.ts";
import { orderEmailForm } from "./routes/offer/order/order-email.form.server.ts";
import { orderPortingForm } from "./routes/offer/order/order-porting.form.server.ts";
import { selfcareForm, terminationForm } from "./routes/termination/form.server.ts";
import { withdrawalForm } from "./routes/withdrawal/withdrawal.server.ts";

/** The form of every page that has one, for those who need them all: the OpenAPI document, and tests. */
export const forms = {
  "offer-landing": landingForm,
  "new-link": newLinkForm,
  "handover-code": handoverCodeForm,
  "personal-data": personalDataForm,
  "id-data": idDataForm,
  payment: paymentForm,
  "order-email": orderEmailForm,
  "order-porting": orderPortingForm,
  "customer-data": customerForm,
  "email-rejection": objectionForm,
  revocation: consentsForm,
  "revocation-by-name": byNameForm,
  termination: terminationForm,
  "selfcare-termination": selfcareForm,
  withdrawal: withdrawalForm,
  barrier: barrierForm,
} satisfies Record<FormPage, FormDefinition>;
