import { redirectDocument } from "react-router";
import { type TerminationPrefill, terminationPrefill } from "#app/backend/contract/termination.ts";
import { prefilledRequest } from "#app/backend/termination-request.server.ts";
import { prefillTermination } from "#app/backend/terminations.server.ts";
import { forDeclaration } from "#app/declarations/calling-context.server.ts";
import { formatDate } from "#app/domain/calendar.ts";
import { statedRows } from "#app/domain/declared-termination.server.ts";
import { formatPhone } from "#app/domain/phone.server.ts";
import type { ReceiptRow } from "#app/domain/receipt.ts";
import { carryPosted, firstForm } from "#app/forms/draft.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { uploadContext } from "#app/forms/upload.server.ts";
import { isFinalRefusal } from "#app/outcome/declared.server.ts";
import { pathTo } from "#app/pages.ts";
import {
  brandContext,
  formIsUnsentContext,
  getT,
  localeContext,
  postedFormContext,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { selfcareCookie, setCookie } from "#app/request/cookies.server.ts";
import { parameterOfLink } from "#app/request/parameters.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { sealerOfLinks } from "#app/session/open-store.server.ts";
import { linkTo } from "#app/shell/link-to.server.ts";
import { loadProblem } from "../declaration/problem.server.ts";
import { declared, invalid } from "./declare.server.ts";
import { defaults, readTermination, selfcareForm } from "./form.server.ts";

/** A prefilled contract, for the brand of its link. */
interface Prefilled {
  data: string;
  prefill: TerminationPrefill;
}
const cookieSeconds = 60 * 60;
export const sessionLostParameter = "session";

/**
 * The contract is sealed and stored by the browser, in a cookie and in the form: two tabs never mix, and an open form
 * can be sent whatever happens to sessions. Without the fields' names, since sealed bytes do not compress.
 */
const seal = () => sealerOfLinks()("selfcare link");
const fields = terminationPrefill.keyof().options;
const sealed = (brand: string, { data, prefill }: Prefilled) =>
  Buffer.from(seal().seal(brand, JSON.stringify([data, ...fields.map((name) => prefill[name])]))).toString(
    "base64url",
  );
function unsealed(context: RequestContext, text: string | undefined): Prefilled | undefined {
  const opened = text && seal().open(context.get(brandContext).slug, Buffer.from(text, "base64url"));
  if (!opened) return undefined;
  const [data, ...values] = JSON.parse(opened);
  const named = fields.map((name, index) => [name, values[index] ?? undefined]);
  const prefill = terminationPrefill.safeParse(Object.fromEntries(named));
  return prefill.success ? { data, prefill: prefill.data } : undefined;
}

/** @throws a redirect to the page without a query; the error page for invalid data; the page of a problem */
async function takeData(context: RequestContext, request: Request, url: URL, opaque: string): Promise<never> {
  const result = await prefillTermination(forDeclaration(context), opaque);
  if (!result.ok) {
    const { error } = result;
    // Everything else is our trouble, and the link may be good.
    if (error.kind === "fields" || isFinalRefusal(error.kind, error.status))
      throw redirectDocument(linkTo(context, "selfcare-error"));
    throw loadProblem({ context, url, kind: "selfcare", page: "selfcare-error" }, error, "termination");
  }
  const response = redirectDocument(linkTo(context, "selfcare-termination"));
  const contract = sealed(context.get(brandContext).slug, { data: opaque, prefill: result.data });
  setCookie(response, request, selfcareCookie, contract, { maxAge: cookieSeconds });
  throw response;
}

/**
 * The prefilled form.
 * @throws a redirect if there is no valid data
 */
export async function loadSelfcare(context: RequestContext, request: Request, url: URL) {
  const opaque = parameterOfLink<"selfcare-termination">(url, "data");
  if (opaque) return takeData(context, request, url, opaque);
  const contract = contractOf(context, context.get(postedFormContext));
  const prefilled = unsealed(context, contract);
  if (!prefilled) throw redirectDocument(linkTo(context, "selfcare-error"));
  const form = await firstForm(context, url, selfcareForm, prefilled.prefill);
  return {
    form: { ...form, values: { ...defaults, ...form.values, prefill: contract ?? "" } },
    contract: contractRows(context, prefilled.prefill),
    serviceType: prefilled.prefill.serviceType,
  };
}

/** A form is about its own contract: the cookie may be another tab's, or gone. It counts where a script left out the field. */
function contractOf(context: RequestContext, posted: FormData): string | undefined {
  const field = posted.get("prefill");
  const isContract = (value: string) => unsealed(context, value) !== undefined;
  return typeof field === "string" ? field : context.get(visitorContext).cookie(selfcareCookie, isContract);
}

/** What the customer wrote, or a number. */
const fixed = { fixed: true } as const;

function contractRows(context: RequestContext, prefill: TerminationPrefill): ReceiptRow[] {
  const form = getT(context, "termination", "form");
  const t = getT(context, "termination", "selfcare");
  const { locale } = context.get(localeContext);
  return statedRows([
    [form("who"), `${prefill.firstName} ${prefill.lastName}`, fixed],
    [form("phoneNumber"), prefill.phoneNumber && formatPhone(prefill.phoneNumber), fixed],
    [form("customerNumber"), prefill.customerNumber, fixed],
    [form("contractNumber"), prefill.contractNumber, fixed],
    [t("tariff"), prefill.tariff],
    [t("earliest"), prefill.earliestEndDate && formatDate(prefill.earliestEndDate, locale)],
  ]);
}

export async function declareSelfcare(context: RequestContext, request: Request, url: URL) {
  const incoming = context.get(uploadContext);
  const { posted } = incoming;
  const prefilled = unsealed(context, contractOf(context, posted));
  if (!prefilled) {
    incoming.discard();
    context.set(formIsUnsentContext, true);
    const lost = redirectDocument(`${linkTo(context, "selfcare-error")}?${sessionLostParameter}=lost`, 303);
    // The form that needs no contract has the same fields.
    const isNew = await context.get(sessionContext).isNew();
    throw isNew ? carryPosted({ context, request }, lost, pathTo("termination")) : lost;
  }
  const given = { serviceTypes: [], prepaid: context.get(brandContext).prepaid, prefilled: true };
  const parsed = readTermination(posted, given, fieldErrors(context));
  if (!parsed.ok) return invalid(context, parsed.form);
  const { earliestEndDate: _, email: __, ...facts } = prefilled.prefill;
  return declared(context, request, url, parsed, {
    kind: "selfcare",
    facts,
    content: { data: prefilled.data },
    body: (more) => prefilledRequest(parsed.value, { ...more, data: prefilled.data }),
  });
}
