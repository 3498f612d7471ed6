import { type ComponentProps, Fragment } from "react";
import { data } from "react-router";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { useFormState } from "#app/forms/form.tsx";
import { freshForm } from "#app/forms/form-data.server.ts";
import { askedField, type Question } from "#app/forms/form-state.ts";
import { emailQuestion, takenEmail } from "#app/forms/likely-email.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { deliveryDates } from "#app/outcome/delivery.server.ts";
import type { OrderRead } from "#app/outcome/order.server.ts";
import { mayPress } from "#app/outcome/order-told.ts";
import {
  addServerParts,
  brandContext,
  getT,
  localeContext,
  postedFormContext,
  type RequestContext,
} from "#app/request/context.server.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Card } from "#app/ui/card.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useServerRender } from "#app/ui/server-render.ts";
import { Listed } from "#app/ui/unbroken.tsx";
import {
  type Cart,
  cartContext,
  changeCart,
  documentsOf,
  inPageLanguage,
  keepEntered,
  refusedOf,
} from "../cart/cart.server.ts";
import { leaveNotice } from "../cart/cart-notice.server.ts";
import type { OfferPlace } from "../cart/error-answer.server.ts";
import { changeLink, stepData, toStep } from "../cart/journey.server.ts";
import { clockOfOrder, readFor } from "../cart/known-order.server.ts";
import { openPaymentMethods } from "../cart/payment.server.ts";
import { byContract, documentPath } from "../goods/document-names.ts";
import { Documents, documentHref, documentsBelow } from "../goods/documents.tsx";
import { CreditLine, CreditRights, GuaranteeNotice } from "../goods/goods.tsx";
import { type Guarantee, guaranteeOf, hasGoods } from "../goods/guarantee.server.ts";
import { CostTables } from "../goods/products.tsx";
import { placeOrder, refusedHere, requireDocuments } from "../order/order.server.ts";
import type { Route } from "./+types/summary";
import {
  type Doubt,
  doubtfulEmail,
  type EnteredPart,
  type EnteredRow,
  enteredParts,
} from "./entered-parts.server.ts";
import { checkOfferPersonalData } from "./guards.server.ts";
import { StepForm, StepPage } from "./steps.tsx";

export const middleware = [checkOfferPersonalData];

export async function loader({ context, params: { token }, url }: Route.LoaderArgs) {
  const requiredCart = context.get(cartContext);
  await requireNoOrder({ context, token, url }, requiredCart, 302);
  const cart = await inPageLanguage(context, token, requiredCart);
  await requireDocuments({ context, token, url }, cart);
  const { offer, order } = cart;
  const useCase = offer.offerUseCase;
  const t = getT(context, "offer", "summary", useCase);
  const links = (["personal-data", "id-data", "payment"] as const).flatMap((step) =>
    Object.values(refusedOf(cart, step)).map(({ message }) => ({ href: changeLink(step), text: message })),
  );
  // The provider's own messages about what no form has, and what its step has still to fix.
  const problem = order.is === "refused" && {
    headline: t("refusedTitle"),
    text: [t("refused"), ...order.words].join(" "),
    links,
  };
  const step = await stepData(context, { token, url }, cart, "summary");
  const ordered: Ordered = {
    contents: { offers: offer.offers, charges: offer.charges },
    documents: documentsOf(cart),
    delivery: deliveryDates(context, offer.delivery),
    guarantee: hasGoods(offer.offers)
      ? guaranteeOf(context.get(brandContext), context.get(localeContext).locale)
      : undefined,
    entered: enteredParts(context, cart),
  };
  addServerParts(context, { ordered });
  const doubt = doubtfulEmail(cart);
  const question = doubt && { question: aboutEmail(context, doubt) };
  const form = { ...freshForm(), submissionId: order.shown, ...(problem ? { problem } : question) };
  return { form, ...step };
}

/** Asks once more: the order's confirmation, and all that follows it, goes to this address. */
function aboutEmail(context: RequestContext, doubt: Doubt, wasPressed = false): Question {
  const t = getT(context, "offer", "summary");
  const text = t("likelyText", { email: doubt.email });
  const whole = wasPressed ? `${text} ${t("notOrdered")}` : text;
  return emailQuestion(context, doubt, whole, keepEmail);
}

export async function action({ context, params, url }: Route.ActionArgs) {
  const place = { context, token: params.token, url, posted: true };
  const cart = context.get(cartContext);
  const read = await requireNoOrder(place, cart, 303);
  const posted = context.get(postedFormContext);
  const doubt = doubtfulEmail(cart);
  if (posted.has(keepEmail) || posted.has(takenEmail)) {
    if (doubt && posted.get(keepEmail) === doubt.email)
      changeCart(context, params.token, (latest) => ({ ...latest, emailKept: doubt.email }));
    if (doubt && cart.customer && posted.get(takenEmail) === doubt.likely)
      keepEntered(context, params.token, "personal-data", {
        customer: { ...cart.customer, email: { value: doubt.likely, source: "entered" } },
      });
    return toStep(context, "summary", params.token, 303);
  }
  if (cart.payment && !openPaymentMethods(context, cart).includes(cart.payment.method)) {
    leaveNotice(context, params.token, "stepMissing");
    return toStep(context, "payment", params.token, 303);
  }
  await requireDocuments(place, cart);
  if (doubt && !posted.getAll(askedField).includes("email")) {
    const errors = { email: fieldErrors(context, cart.offer.offerUseCase)("email.mistyped", { ...doubt }) };
    const question = aboutEmail(context, doubt, true);
    const form = { ...freshForm(), submissionId: cart.order.shown, errors, asked: ["email"], question };
    return data({ form }, { status: 422 });
  }
  return placeOrder(place, cart, posted, read).catch((thrown) => {
    if (thrown === refusedHere) return refusedHere;
    throw thrown;
  });
}

/** Before the button is shown and when it is pressed, the provider is asked: whoever has ordered, it is not ordered twice. */
async function requireNoOrder(place: OfferPlace, cart: Cart, status: 302 | 303): Promise<OrderRead> {
  const { context, token } = place;
  const read = await readFor(place, cart);
  if (!mayPress(cart.order, read.said, clockOfOrder(cart)))
    throw toStep(context, "confirmation", token, status);
  return read;
}

/** Name of the button that says so. */
const keepEmail = "keepEmail";

/** What is ordered, and what was entered for it: all that only the server renders of this page. */
interface Ordered extends Pick<ComponentProps<typeof Documents>, "documents"> {
  contents: ComponentProps<typeof CostTables>["contents"];
  delivery: string | undefined;
  /** Of goods: the notice on their legal guarantee. */
  guarantee: Guarantee | undefined;
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
  const form = useFormState(loaderData.form);
  return (
    <StepPage title={t("title")} width="wide" form={form}>
      <div className="columns">
        <div>
          <StepForm
            id="order"
            form={form}
            submit={t("submit")}
            legal
            before={
              // Nothing may come between what is ordered at what price and the button (§ 312j (2) BGB).
              <Card id="order-box" title={t("order")} className="order-box">
                <ServerContent as="div" className="checked">
                  {import.meta.env.SSR && ordered && <Checked {...ordered} />}
                </ServerContent>
                <ServerContent as="div" className="terms muted">
                  {import.meta.env.SSR && ordered && <Terms {...ordered} />}
                </ServerContent>
                <ServerContent as="div" className="costs stack">
                  {import.meta.env.SSR && ordered && <CostTables contents={ordered.contents} withFeatures />}
                </ServerContent>
              </Card>
            }
          />
        </div>
        <ServerContent as="div" className="entered stack">
          {import.meta.env.SSR && ordered && <AllEntered {...ordered} />}
        </ServerContent>
      </div>
    </StepPage>
  );
}

/** Whom it is for, where it goes and how it is paid. */
function Checked({ entered }: Ordered) {
  return partsWith(entered, (row) => row.first === true).map(({ id, rows, ...part }) => (
    <div key={id} className="card-head">
      <dl>
        {rows.map((row) => (
          <div key={row.label}>
            <dt className="visually-hidden">{row.label}</dt>
            <Value {...row} />
          </div>
        ))}
      </dl>
      <Change {...part} />
    </div>
  ));
}

/** The parts that have such rows, with these alone. */
const partsWith = (entered: EnteredPart[], isMeant: (row: EnteredRow) => boolean): EnteredPart[] =>
  entered
    .map((part) => ({ ...part, rows: part.rows.filter((row) => row.value && isMeant(row)) }))
    .filter(({ rows }) => rows.length > 0);

function Change({ title, change }: Pick<EnteredPart, "title" | "change">) {
  const actions = useT("common", "actions");
  return (
    change && (
      <a href={change}>
        <span>{actions("change")}</span>
        <span className="visually-hidden">{`: ${title}`}</span>
      </a>
    )
  );
}

function AllEntered({ contents, documents, guarantee, entered }: Ordered) {
  const t = useT("offer", "summary");
  const shared = useT("offer", "shared");
  const hrefOf = documentHref(documentsBelow, documents);
  const isOneCredit = contents.offers.filter(({ credit }) => credit).length === 1;
  const credits = contents.offers.flatMap(({ id, hardware, credit }) =>
    credit
      ? [
          {
            id,
            title: [shared("goods.credit"), isOneCredit ? undefined : hardware?.name]
              .filter(Boolean)
              .join(": "),
            content: (
              <>
                <CreditLine {...credit} />
                <CreditRights information={hrefOf(id, "CREDIT_INFORMATION")} />
              </>
            ),
          },
        ]
      : [],
  );
  const notice = guarantee && {
    id: "guarantee",
    title: shared("goods.guarantee.title"),
    content: <GuaranteeNotice {...guarantee} />,
  };
  const others = partsWith(entered, (row) => !row.first);
  const folds = notice ? [...credits, notice] : credits;
  return (
    <>
      {others.map(({ id, title, change, rows }) => (
        <Card key={id} id={`entered-${id}`} title={title} action={<Change title={title} change={change} />}>
          <dl className="terse">
            {rows.map((row) => (
              <Row key={row.label} {...row} />
            ))}
          </dl>
        </Card>
      ))}
      <Documents documents={documents} offers={contents.offers} lead={t("documentsLead")} archive folded />
      {folds.length > 0 && <Accordion id="law" open={[]} items={folds} />}
    </>
  );
}

const Row = (row: EnteredRow) => (
  <div>
    <dt>{row.label}</dt>
    <Value {...row} />
  </div>
);

const Value = ({ value = "", listed, fixed }: EnteredRow) => (
  <dd>
    {typeof value !== "string" ? (
      value.map((one) => <p key={one}>{one}</p>)
    ) : (
      <span translate={fixed && "no"}>{listed ? <Listed text={value} /> : <Breaking text={value} />}</span>
    )}
  </dd>
);

/** An e-mail address that is longer than its line breaks before its `@`. */
const Breaking = ({ text }: { text: string }) =>
  text.split(/(?=@)/).map((part, at) => (
    <Fragment key={part}>
      {at > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ));

/** The documents that the sentence names, as links. */
function Terms({ contents: { offers }, documents, delivery }: Ordered) {
  const t = useT("offer", "summary");
  const shared = useT("offer", "shared");
  const names: Record<string, string> = {
    CONTRACT_SUMMARY: shared("documentTypes.CONTRACT_SUMMARY"),
    TERMS: t("termsName"),
    WITHDRAWAL_INFO: t("withdrawalName"),
  };
  const ofType = (part: string) => documents.filter(({ type }) => type === part);
  const linked = (sentence: string) =>
    sentence
      .split("\n")
      .map((part) => (
        <Fragment key={part}>
          {names[part] ? (
            <NamedDocuments name={names[part]} offers={offers} documents={ofType(part)} />
          ) : (
            part
          )}
        </Fragment>
      ));
  return (
    <>
      {ofType("CONTRACT_SUMMARY").length > 0 && (
        <p>{linked(t("readBefore", { summary: "\nCONTRACT_SUMMARY\n" }))}</p>
      )}
      <p>{linked(t("terms", { terms: "\nTERMS\n", withdrawal: "\nWITHDRAWAL_INFO\n" }))}</p>
      {delivery && <p>{`${shared("delivery")}: ${shared("deliveryExpected", { date: delivery })}`}</p>}
    </>
  );
}

/** One document is a link; of several contracts, each is, by the contract's name. */
function NamedDocuments({ name, ...listed }: { name: string } & ComponentProps<typeof Documents>) {
  const t = useT("offer", "shared");
  const links = byContract(listed, t).flatMap(([contract, documents]) =>
    documents.map((one) => ({
      // No line begins with the "L" of "Mobil L".
      text: contract?.replace(/ (?=\S{1,3}$)/, "\u00a0") ?? t("ofAllContracts"),
      href: `dokumente/${documentPath(one)}`,
    })),
  );
  const [first] = links;
  const link = (text: string, href: string) => (
    <a href={href} target="_blank" rel="noreferrer" hrefLang="de">
      {text}
    </a>
  );
  if (!first) return name;
  if (links.length === 1) return link(name, first.href);
  return (
    <>
      <span>{`${name} (`}</span>
      {links.map(({ text, href }, index) => (
        <Fragment key={href}>
          {index > 0 && <span>, </span>}
          {link(text, href)}
        </Fragment>
      ))}
      <span>)</span>
    </>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
