import type { ComponentProps } from "react";
import { addressLine } from "#app/domain/address.ts";
import { formatDate } from "#app/domain/calendar.ts";
import { maskIban } from "#app/domain/iban.ts";
import { maskDocumentNumber } from "#app/domain/identity-documents.ts";
import { nationalitiesIn } from "#app/domain/nationalities.ts";
import { formatPhone } from "#app/domain/phone.server.ts";
import { freshForm } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import {
  getT,
  localeContext,
  partTexts,
  postedFormContext,
  type RequestContext,
  serverPartsContext,
} from "#app/request/context.server.ts";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useServerRender } from "#app/ui/server-render.ts";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import { Listed } from "#app/ui/unbroken.tsx";
import type { Route } from "./+types/summary";
import { type Cart, cartContext, documentsOf, inPageLanguage, leaveNotice, personOf } from "./cart.server.ts";
import { deliveryDates } from "./delivery.server.ts";
import { Documents } from "./documents.tsx";
import { changeLink, stepData, toStep } from "./journey.server.ts";
import { placeOrder, refusedHere, requireContractSummary } from "./order.server.ts";
import { openMethods, paymentHint, paymentName } from "./payment.server.ts";
import { Costs, TotalLine } from "./products.tsx";
import { StepForm, StepPage } from "./steps.tsx";

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const requiredCart = context.get(cartContext);
  const cart = await inPageLanguage(context, token, requiredCart);
  await requireContractSummary({ context, token, url }, cart);
  const { offer, orderKey } = cart;
  const useCase = offer.offerUseCase;
  const t = getT(context, "offer", "summary", useCase);
  const { refusedSteps = {}, refusedWords = [] } = cart;
  const links = (["personal-data", "id-data", "payment"] as const).flatMap((step) =>
    Object.values(refusedSteps[step] ?? {}).map(({ message }) => ({ href: changeLink(step), text: message })),
  );
  const isRefused = links.length > 0 || cart.refusedWords !== undefined;
  // The provider's own messages about what no form has, and what its step has still to fix.
  const problem = isRefused && {
    headline: t("refusedTitle"),
    text: [t("refused"), ...refusedWords].join(" "),
    links,
  };
  const step = await stepData(context, { token, url }, cart, "summary", ["offer.summary"]);
  const ordered: Ordered = {
    contents: { offers: offer.offers, charges: offer.charges },
    documents: documentsOf(cart),
    delivery: deliveryDates(context, offer.delivery),
    entered: [personPart(context, cart), identityPart(context, cart), paymentPart(context, cart)].filter(
      (part) => part !== undefined,
    ),
  };
  context.set(serverPartsContext, {
    ...context.get(serverPartsContext),
    ordered,
    texts: partTexts(context, ["offer.shared"], useCase),
  });
  return { form: { ...freshForm(), submissionId: orderKey, ...(problem && { problem }) }, ...step };
}

export async function action({ context, params, url }: Route.ActionArgs) {
  const place = { context, token: params.token, url, posted: true };
  const cart = context.get(cartContext);
  if (cart.payment && !openMethods(context, cart).includes(cart.payment.method)) {
    leaveNotice(context, params.token, "stepMissing");
    return toStep(context, "payment", params.token, 303);
  }
  await requireContractSummary(place, cart);
  return placeOrder(place, cart, context.get(postedFormContext)).catch((thrown) => {
    if (thrown === refusedHere) return refusedHere;
    throw thrown;
  });
}

/** The input of one step: in one line, and in full when opened. */
interface EnteredPart {
  title: string;
  brief: string;
  rows: SummaryRow[];
  /** The link to change it. */
  change: string;
}

function personPart(context: RequestContext, cart: Cart): EnteredPart | undefined {
  const person = personOf(cart);
  if (!person) return undefined;
  const t = getT(context, "offer", "summary", cart.offer.offerUseCase);
  const personT = getT(context, "offer", "personalData");
  const { locale } = context.get(localeContext);
  const name = [person.title, person.firstName, person.lastName].filter(Boolean).join(" ");
  const address = person.address && addressLine(person.address);
  const consents = (cart.consents ?? []).flatMap(({ granted, text }) => (granted ? [text] : []));
  return {
    title: t("person"),
    brief: [name, address].filter(Boolean).join(", "),
    rows: [
      {
        label: personT("salutation"),
        value: person.salutation && personT(`salutations.${person.salutation}`),
      },
      { label: t("name"), value: name },
      { label: t("birthDate"), value: person.birthDate && formatDate(person.birthDate, locale) },
      { label: t("address"), value: address, listed: true },
      { label: t("email"), value: person.email },
      { label: t("phone"), value: person.phone && formatPhone(person.phone) },
      { label: t("consents"), value: consents.length > 0 ? consents.join(" ") : t("consentsNone") },
    ],
    change: changeLink("personal-data"),
  };
}

function identityPart(context: RequestContext, cart: Cart): EnteredPart | undefined {
  const { identification, offer } = cart;
  if (!identification) return undefined;
  const t = getT(context, "offer", "summary", offer.offerUseCase);
  const idT = getT(context, "offer", "idData");
  const { locale } = context.get(localeContext);
  const type = getT(context, "offer", "identityDocuments")(identification.documentType as "PERSONALAUSWEIS");
  const number = maskDocumentNumber(identification.documentNumber);
  const nationality = nationalitiesIn(locale).find(({ code }) => code === identification.nationality);
  return {
    title: t("identity"),
    brief: `${type}, ${number}`,
    rows: [
      { label: type, value: number },
      { label: idT("issuingAuthority"), value: identification.issuingAuthority },
      { label: idT("nationality"), value: nationality?.name ?? identification.nationality },
      {
        label: idT("expiryDate"),
        value: identification.expiryDate ? formatDate(identification.expiryDate, locale) : idT("unlimited"),
      },
    ],
    change: changeLink("id-data"),
  };
}

function paymentPart(context: RequestContext, cart: Cart): EnteredPart | undefined {
  const { payment, verification, offer } = cart;
  if (!payment && verification.payment !== "complete") return undefined;
  const t = getT(context, "offer", "summary", offer.offerUseCase);
  const methods = getT(context, "offer", "paymentMethods", offer.offerUseCase);
  const [label, value] = payment
    ? [
        paymentName(context, payment.method, offer),
        payment.iban ? maskIban(payment.iban) : paymentHint(context, payment.method, offer),
      ]
    : // Nothing was entered: the provider has it from the existing contract.
      [methods("paymentMethod"), t("paymentKnown")];
  return {
    title: t("payment"),
    brief: `${label}, ${value}`,
    rows: [
      { label, value },
      { label: getT(context, "common", "account")("accountHolder"), value: payment?.accountHolder },
    ],
    change: changeLink("payment"),
  };
}

/** What is ordered, and what was entered for it: all that only the server renders of this page. */
interface Ordered extends Pick<ComponentProps<typeof Documents>, "documents"> {
  contents: ComponentProps<typeof Costs>["contents"];
  delivery: string | undefined;
  entered: EnteredPart[];
}

declare module "#app/ui/server-render.ts" {
  interface ServerParts {
    ordered?: Ordered;
  }
}

export default function SummaryPage({ loaderData }: Route.ComponentProps) {
  const t = useT("offer", "summary");
  const { ordered } = useServerRender().parts;
  return (
    <StepPage title={t("title")} lead={t("lead")} width="wide">
      <ServerContent as="div" className="sums stack">
        {import.meta.env.SSR && ordered && <Total {...ordered} />}
      </ServerContent>
      <div className="columns">
        <ServerContent as="div" className="entered stack">
          {import.meta.env.SSR && ordered && <AllEntered {...ordered} />}
        </ServerContent>
        <div>
          <StepForm
            id="order"
            form={loaderData.form}
            submit={t("submit")}
            legal
            before={
              // Nothing may come between what is ordered at what price and the button (§ 312j (2) BGB).
              <Card id="order-box" title={t("order")} className="order-box">
                <ServerContent as="div" className="costs stack">
                  {import.meta.env.SSR && ordered && <Costs contents={ordered.contents} />}
                </ServerContent>
              </Card>
            }
          >
            <p className="muted">{t("terms")}</p>
          </StepForm>
        </div>
      </div>
    </StepPage>
  );
}

function Total({ contents, delivery }: Ordered) {
  const t = useT("offer", "shared");
  return (
    <>
      <TotalLine contents={contents} />
      {delivery && <p>{`${t("delivery")}: ${t("deliveryExpected", { date: delivery })}`}</p>}
    </>
  );
}

function AllEntered({ contents, documents, entered }: Ordered) {
  const t = useT("offer", "summary");
  return (
    <>
      <div className="accordion">
        {entered.map((part) => (
          <Part key={part.title} {...part} />
        ))}
      </div>
      <Documents documents={documents} offers={contents.offers} lead={t("documentsLead")} archive folded />
    </>
  );
}

function Part({ title, brief, rows, change }: EnteredPart) {
  const actions = useT("common", "actions");
  return (
    <div className="part">
      <details>
        <summary>
          <span>
            {title}{" "}
            <small className="brief">
              <Listed text={brief} />
            </small>
          </span>
          <Icon name="chevron-down" />
        </summary>
        <div className="accordion-body">
          <SummaryList rows={rows} />
        </div>
      </details>
      <a href={change}>
        {actions("change")}
        <span className="visually-hidden">: {title}</span>
      </a>
    </div>
  );
}
