import type { ComponentProps, ReactNode } from "react";
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
  serverPartsContext,
} from "#app/request/context.server.ts";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useServerRender } from "#app/ui/server-render.ts";
import { SummaryList, type SummaryRow } from "#app/ui/summary-list.tsx";
import { Listed } from "#app/ui/unbroken.tsx";
import type { Route } from "./+types/summary";
import { cartContext, documentsOf, inPageLanguage, leaveNotice, personOf } from "./cart.server.ts";
import { deliveryDates } from "./delivery.server.ts";
import { Documents } from "./documents.tsx";
import { changeLink, stepData, toStep } from "./journey.server.ts";
import { placeOrder, refusedHere, requireContractSummary } from "./order.server.ts";
import { openMethods } from "./payment.server.ts";
import { Costs, TotalLine } from "./products.tsx";
import { StepForm, StepPage } from "./steps.tsx";

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const requiredCart = context.get(cartContext);
  const cart = await inPageLanguage(context, token, requiredCart);
  await requireContractSummary({ context, token, url }, cart);
  const { identification, payment, offer, orderKey, verification } = cart;
  const { locale } = context.get(localeContext);
  const known = personOf(cart);
  const personT = getT(context, "offer", "personalData");
  const idT = getT(context, "offer", "idData");
  const documentNames = getT(context, "offer", "identityDocuments");
  const useCase = offer.offerUseCase;
  const summary = getT(context, "offer", "summary", useCase);
  // The provider's own messages about refused fields that no form has.
  const problem = cart.refusedWords && {
    headline: summary("refusedTitle"),
    text: [summary("refused"), ...cart.refusedWords].join(" "),
  };
  const methods = getT(context, "offer", "paymentMethods", useCase);
  const nationality = nationalitiesIn(locale).find(({ code }) => code === identification?.nationality);
  const step = await stepData(context, { token, url }, cart, "summary", ["offer.summary"]);
  const ordered: Ordered = {
    contents: { offers: offer.offers, charges: offer.charges },
    documents: documentsOf(cart),
    delivery: deliveryDates(context, offer.delivery),
    person: known && {
      salutation: known.salutation && {
        label: personT("salutation"),
        value: personT(`salutations.${known.salutation}`),
      },
      name: [known.title, known.firstName, known.lastName].filter(Boolean).join(" "),
      birthDate: known.birthDate && formatDate(known.birthDate, locale),
      address: known.address && addressLine(known.address),
      email: known.email,
      phone: known.phone && formatPhone(known.phone),
      consents: (cart.consents ?? []).flatMap(({ granted, text }) => (granted ? [text] : [])),
      change: changeLink("personal-data"),
    },
    identity: identification && {
      rows: [
        {
          label: documentNames(identification.documentType as "PERSONALAUSWEIS"),
          value: maskDocumentNumber(identification.documentNumber),
        },
        { label: idT("issuingAuthority"), value: identification.issuingAuthority },
        { label: idT("nationality"), value: nationality?.name ?? identification.nationality },
        { label: idT("expiryDate"), value: formatDate(identification.expiryDate, locale) },
      ],
      change: changeLink("id-data"),
    },
    payment:
      payment || verification.payment === "complete"
        ? {
            rows: [
              payment
                ? {
                    label: methods(`names.${payment.method}`),
                    value: payment.iban ? maskIban(payment.iban) : methods(`hints.${payment.method}`),
                  }
                : // Nothing was entered: the provider has it from the existing contract.
                  { label: methods("paymentMethod"), value: summary("paymentKnown") },
              ...(payment?.accountHolder
                ? [
                    {
                      label: getT(context, "common", "account")("accountHolder"),
                      value: payment.accountHolder,
                    },
                  ]
                : []),
            ],
            change: changeLink("payment"),
          }
        : undefined,
  };
  context.set(serverPartsContext, {
    ...context.get(serverPartsContext),
    ordered,
    texts: partTexts(context, ["offer.shared"], useCase),
  });
  return { form: { ...freshForm(), submissionId: orderKey, problem }, ...step };
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

/** What is ordered, and what was entered for it: all that only the server renders of this page. */
interface Ordered extends Pick<ComponentProps<typeof Documents>, "documents"> {
  contents: ComponentProps<typeof Costs>["contents"];
  delivery: string | undefined;
  person?: Entered & {
    salutation?: { label: string; value: string } | undefined;
    name: string;
    birthDate: string | undefined;
    address: string | undefined;
    email: string | undefined;
    phone: string | undefined;
    consents: string[];
  };
  identity?: Entered & { rows: { label: string; value: string }[] };
  payment?: Entered & { rows: { label: string; value: string }[] };
}
interface Entered {
  /** The link to change it. */
  change: string;
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

function AllEntered({ contents, documents, person, identity, payment }: Ordered) {
  const t = useT("offer", "summary");
  const actions = useT("common", "actions");
  const change = (href: string, of: string) => (
    <a href={href}>
      {actions("change")}
      <span className="visually-hidden">: {of}</span>
    </a>
  );
  const personRows: SummaryRow[] = person
    ? [
        ...(person.salutation ? [person.salutation] : []),
        { label: t("name"), value: person.name },
        { label: t("birthDate"), value: person.birthDate },
        { label: t("address"), value: person.address, listed: true },
        { label: t("email"), value: person.email },
        { label: t("phone"), value: person.phone },
        {
          label: t("consents"),
          value: person.consents.length > 0 ? person.consents.join(" ") : t("consentsNone"),
        },
      ]
    : [];
  return (
    <>
      <div className="accordion">
        {person && (
          <Part
            title={t("person")}
            brief={[person.name, person.address].filter(Boolean).join(", ")}
            rows={personRows}
            change={change(person.change, t("person"))}
          />
        )}
        {identity && (
          <Part
            title={t("identity")}
            brief={[identity.rows[0]?.label, identity.rows[0]?.value].join(", ")}
            rows={identity.rows}
            change={change(identity.change, t("identity"))}
          />
        )}
        {payment && (
          <Part
            title={t("payment")}
            brief={[payment.rows[0]?.label, payment.rows[0]?.value].join(", ")}
            rows={payment.rows}
            change={change(payment.change, t("payment"))}
          />
        )}
      </div>
      <Documents documents={documents} offers={contents.offers} lead={t("documentsLead")} archive folded />
    </>
  );
}

interface PartProps {
  title: string;
  /** A one-line summary. */
  brief: string;
  rows: SummaryRow[];
  change: ReactNode;
}

/** The input of one step: in one line, and in full when opened. */
const Part = ({ title, brief, rows, change }: PartProps) => (
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
    {change}
  </div>
);
