import { redirectDocument } from "react-router";
import type { OfferItem } from "#app/backend/contract/offer.ts";
import { beginWithdrawal, withdrawalsOf } from "#app/declarations/withdrawn-order.server.ts";
import { type Instead, isPartWithdrawn } from "#app/domain/after-order.ts";
import { carryDraft } from "#app/forms/carried-draft.server.ts";
import { PageFields } from "#app/forms/page-fields.tsx";
import { useT } from "#app/i18n/texts.tsx";
import type { ToldStep } from "#app/outcome/next-steps.server.ts";
import type { OrderEvent } from "#app/outcome/order-life.ts";
import { isComplete, payAtOf } from "#app/outcome/order-told.ts";
import { pathTo } from "#app/pages.ts";
import {
  addServerParts,
  brandContext,
  getT,
  postedFormContext,
  type RequestContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { maxRepeats } from "#app/request/read-form.server.ts";
import { orderOfIdentity } from "#app/session/order-of-identity.server.ts";
import { BrandText } from "#app/shell/brand-text.tsx";
import { BrowserButtons } from "#app/shell/browser-buttons.tsx";
import { HelpLinks } from "#app/shell/help-card.tsx";
import { HotlineHours } from "#app/shell/hotline.tsx";
import { linkTo as pathOf } from "#app/shell/link-to.server.ts";
import { Page } from "#app/shell/page.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useServerShell, useShell } from "#app/shell/use-shell.ts";
import { confirmationEvents, offerEvents } from "#app/tracking/offer-events.server.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { dialLink } from "#app/ui/dial-link.ts";
import { Named } from "#app/ui/named.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import {
  type Cart,
  cartOf,
  forgetEntered,
  isOrdered,
  isOrderedHere,
  newOrderKey,
} from "../cart/cart.server.ts";
import type { OfferPlace } from "../cart/error-answer.server.ts";
import { stepPath } from "../cart/journey.server.ts";
import { clockOfOrder, readFor, type Standing, standingOf } from "../cart/known-order.server.ts";
import { offerLogin } from "../cart/login.server.ts";
import { DocumentLinks } from "../goods/documents.tsx";
import { CostTables, Device, Drawing, Products, Total } from "../goods/products.tsx";
import { shownOffers } from "../goods/shown-offers.server.ts";
import type { Route } from "./+types/confirmation";
import { type ToldOrder, toldOrder } from "./after-order.server.ts";
import { endedSince, isRunning, storeAndSend } from "./order.server.ts";
import { orderLooks } from "./order-head.ts";
import { payOrder } from "./payment-state.server.ts";
import { toldAnswer } from "./told-answer.server.ts";

/** Queries the backend, because returning from a payment provider proves nothing. */
export async function loader({ context, params: { token }, request, url }: Route.LoaderArgs) {
  // What was ordered does not depend on the session.
  const session = context.get(sessionContext);
  session.settle();
  const place = { context, token, url };
  const { cart, ...standing } = await lookedAt(place);
  const { summary } = standing.read;
  if (standing.told.tells !== "placed" || !summary) throw await toldAnswer(place, cart?.order, standing);
  const paymentState = standing.told.payment;
  if (cart && isComplete(cart.order, standing.told)) forgetEntered(context, token);
  const { orderId, offers, charges, documents, offerUseCase, trackingUrl } = summary;
  const { slug, hotline } = context.get(brandContext);
  const isOurs = isOrderedHere(cart, orderId);
  const [events, told] = await Promise.all([
    confirmationEvents(context, { ...summary, isOurs }),
    toldOrder(place, cart, { summary, payment: paymentState }),
  ]);
  const ownLink = new URL(stepPath(context, "offer", token), url.origin);
  ownLink.searchParams.set("brand", slug);
  if (told.steps.some(({ how }) => how?.is === "notForViewer" && how.instead === "login"))
    await offerLogin(context, token, url.pathname);
  if (told.identity) await keepOrderOf(context, told.identity.id, token);
  addServerParts(context, { useCase: offerUseCase });
  return {
    token,
    orderId,
    contents: { offers: shownOffers(context, request, url, offers), charges },
    told,
    /** Whether the customer comes from the payment page and the provider confirms the payment (specification §3). */
    redirectedFromPaymentProvider: payAtOf(cart?.order) !== undefined && paymentState === "paid",
    documents,
    trackingUrl,
    hotline: hotline.number,
    ownLink: ownLink.href,
    tracking: await offerEvents(context, token, ...events),
  };
}

/** Written once: most looks are at what the session knows by then. */
async function keepOrderOf(context: RequestContext, identity: string, token: string) {
  const session = context.get(sessionContext);
  if ((await session.read(orderOfIdentity, identity)) !== token)
    session.write(orderOfIdentity, identity, token);
}

/** How the order stands, which looking may change: what was sent before and has not arrived is sent again. */
async function lookedAt(place: OfferPlace): Promise<Standing & { cart: Cart | undefined }> {
  const { context, token } = place;
  const kept = await cartOf(context, token);
  const ended = kept && (await endedSince({ ...place, failure: "order" }, kept));
  if (ended && !isHere(place, ended)) throw ended;
  const cart = await cartOf(context, token);
  const read = await readFor(place, cart, { isAfterPayment: true });
  if (!cart || !isOrdered(cart)) return { cart, ...standingOf(cart, read) };
  const looked: OrderEvent = {
    event: "looked",
    says: read.said,
    clock: clockOfOrder(cart),
    now: Date.now(),
    fresh: newOrderKey(),
    isRunning: isRunning(cart),
  };
  const sent = await storeAndSend({ ...place, failure: "order" }, looked);
  if (sent && !isHere(place, sent)) throw sent;
  const now = await cartOf(context, token);
  return { cart: now, ...standingOf(now, sent ? await readFor(place, now) : read) };
}

/** An answer that leads here is what this page tells itself. */
const isHere = ({ url }: OfferPlace, { headers }: Response): boolean =>
  headers.get("Location") === url.pathname;

/** Pays an order whose payment page was not known when its page was shown; or leads to its withdrawal. */
export async function action({ context, params: { token }, request, url }: Route.ActionArgs) {
  const place = { context, token, url, posted: true };
  if (!context.get(postedFormContext).has("withdraw")) return payOrder(place);
  const form = redirectDocument(pathOf(context, "withdrawal"), 303);
  const cart = await cartOf(context, token);
  const { summary } = isOrdered(cart) ? await readFor(place, cart) : {};
  if (!summary || !isOrderedHere(cart, summary.orderId)) return form;
  const { orderId, customer, offers } = summary;
  const { firstName = "", lastName = "", email = "" } = customer ?? {};
  const withdrawals = await withdrawalsOf(context, summary);
  const parts = contractsOf(context, offers).filter((name) => !isPartWithdrawn(withdrawals, name));
  beginWithdrawal(context, orderId);
  const values = {
    firstName,
    lastName,
    contractReference: orderId,
    email,
    ...(parts.length > 1 && { offeredParts: parts }),
  };
  return carryDraft({ context, request }, form, { page: pathTo("withdrawal"), values });
}

/**
 * What can be withdrawn from by itself: devices, tariffs, insurances, by their names, and instalments that are a credit
 * (§ 495 BGB), by their creditor. No form repeats a field more often.
 */
function contractsOf(context: RequestContext, offers: OfferItem[]): string[] {
  const t = getT(context, "offer", "shared");
  const names = offers.flatMap(({ hardware, tariff, packs, credit }) => [
    hardware?.name,
    tariff?.name,
    credit && t("goods.creditOf", { creditor: credit.creditor }),
    ...packs.filter(({ itemKind }) => itemKind === "DeviceInsurance").map(({ name }) => name),
  ]);
  return [...new Set(names.filter((name) => name !== undefined).slice(0, maxRepeats))];
}

/** The page has no scripts: browsers load this file for the pages of its failures only, which show nothing of it. */
export default function ConfirmationPage({ loaderData }: Route.ComponentProps) {
  return import.meta.env.SSR ? <Confirmation {...loaderData} /> : null;
}

function Confirmation(loaderData: Shown) {
  const { token, told, hotline } = loaderData;
  const t = useT("offer", "confirmation");
  const shell = useT("common", "shell");
  const linkTo = useLinkTo();
  const calls = [...actionsOf(told), ...told.steps.flatMap(waysOf(told))].includes("call");
  return (
    <Page name="confirmation" title={told.head.title} hasHotline={!calls}>
      <Head {...loaderData} />
      <Card id="next" title={t("next")}>
        <Steps {...loaderData} />
      </Card>
      <Ordered {...loaderData} />
      <Card id="yours" title={t("yours")}>
        <ul className="link-rows yours">
          <li>
            {told.correctsEmail ? (
              <a href={linkTo("order-email", { token })}>{t("wrongEmail")}</a>
            ) : (
              <small>{t("wrongEmailCall", { hotline })}</small>
            )}
          </li>
          <li>
            <a href={`${linkTo("revocation")}?${new URLSearchParams({ token })}`}>{t("consents")}</a>
          </li>
          {told.withdrawal && (
            <li>
              <form id="withdraw" method="post">
                <PageFields />
                <Button kind="quiet" name="withdraw">
                  {shell("withdraw")}
                </Button>{" "}
                <small>{told.withdrawal}</small>
              </form>
            </li>
          )}
          {told.hint && (
            <li className="hint">
              <details className="fold">
                <summary>{told.hint.title}</summary>
                <p>{told.hint.text}</p>
              </details>
            </li>
          )}
        </ul>
        <HelpLinks hasHotline={!calls} />
      </Card>
      <SharedDevice />
    </Page>
  );
}

/** What was ordered: the product, its price and where it goes, then all of it, to open. */
function Ordered({ token, contents, documents, told, ownLink, redirectedFromPaymentProvider }: Shown) {
  const t = useT("offer", "confirmation");
  const shared = useT("offer", "shared");
  const linkTo = useLinkTo();
  const { brand } = useShell();
  const [first] = contents.offers;
  const { paid, deliveredTo } = told;
  const device = first?.hardware;
  const tariff = first?.tariff && <Named text={first.tariff.name} name={brand.name} />;
  return (
    <Card className="stack mine">
      {first && (
        <div className="offer-item">
          {device ? (
            <Device hardware={device} category={first.category} />
          ) : (
            <Drawing category={first.category} />
          )}
          <div>
            <h2>{device ? <Named text={device.name} name={brand.name} /> : tariff}</h2>
            {device && <p className="muted">{[device.color, device.capacity].filter(Boolean).join(", ")}</p>}
            {device && tariff && <p className="muted">{tariff}</p>}
          </div>
        </div>
      )}
      <Total contents={contents} />
      <SummaryList
        className="terse"
        rows={[
          { label: shared("delivery"), value: deliveredTo, listed: true },
          {
            label: t("payment"),
            value:
              paid &&
              [paid.method, redirectedFromPaymentProvider && t("paid"), paid.iban].filter(Boolean).join(", "),
            listed: true,
          },
        ]}
      />
      <ButtonLink kind="quiet" icon="download" href={linkTo("order-paper", { token })}>
        {t("paper")}
      </ButtonLink>
      <Accordion
        id="ordered"
        open={[]}
        items={[
          {
            id: "products",
            title: t("products"),
            content: (
              <>
                <Products contents={contents} />
                <CostTables contents={contents} />
              </>
            ),
          },
          ...(documents.length > 0
            ? [
                {
                  id: "documents",
                  title: shared("documents"),
                  content: (
                    <DocumentLinks token={token} documents={documents} offers={contents.offers} archive />
                  ),
                },
              ]
            : []),
          {
            id: "again",
            title: t("again"),
            content: (
              <>
                <p>{t("againText")}</p>
                <p>
                  <BrowserButtons value={ownLink} buttons={["copy", "share"]} />
                </p>
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

type Shown = Route.ComponentProps["loaderData"];

/** What comes next: each step with its way; the button of where it has got to stands above. */
function Steps(shown: Shown) {
  const { told, token, trackingUrl } = shown;
  const t = useT("offer", "confirmation");
  const linkTo = useLinkTo();
  const { identity, head } = told;
  const linkOf = ({ name, how }: ToldStep) => {
    // It has its button.
    const own = name === head.name ? undefined : how;
    if (own?.is === "parcel" && trackingUrl) return { href: trackingUrl, text: t("track"), isForeign: true };
    const act = own?.is === "button" ? own.act : undefined;
    if (act === "esim")
      return { href: linkTo("esim", { token }), text: t(name === "esim" ? "esim" : "esimAgain") };
    if (act === "newEsim") return { href: linkTo("esim-replacement", { token }), text: t("newEsim") };
    if (act === "porting") return { href: linkTo("order-porting", { token }), text: t("porting") };
    if (name === "identity" && identity?.until)
      return { href: linkTo("idv-deadline", { token: identity.id }), text: t("deadline") };
    return undefined;
  };
  const current = told.steps.filter((step) => step.current);
  const first = current.find(({ name }) => name === head.name) ?? current[0];
  const steps = told.steps.map((step) => {
    const { name, by, state, when, how, label, stopped } = step;
    const link = linkOf(step);
    const acts = waysOf(told)(step);
    const isSaid = name === head.name && step.detail !== undefined && head.text.includes(step.detail);
    const detail = isSaid ? undefined : step.detail;
    return {
      label,
      done: state === "done",
      current: step === first || (step.current && ("beside" as const)),
      stopped,
      data: { step: name, by, state, how: howAsData(how), from: when?.from, until: when?.until },
      detail:
        link || acts.length > 0 ? (
          <>
            {detail && <span>{detail}</span>}{" "}
            {acts.length > 0 && (
              <span className="form-actions">
                <Actions {...shown} acts={acts} isQuiet />
              </span>
            )}{" "}
            {link && (
              <a href={link.href} rel={link.isForeign ? "noreferrer" : undefined}>
                {link.text}
              </a>
            )}
          </>
        ) : (
          detail
        ),
    };
  });
  return <Timeline steps={steps} />;
}

/** The way that is left of a step that is not for who looks at it, unless the page begins with it. */
const waysOf =
  (told: ToldOrder) =>
  ({ name, how }: ToldStep): readonly Act[] =>
    how?.is === "notForViewer" && name !== told.head.name && !actionsOf(told).includes(how.instead)
      ? [how.instead]
      : [];

const howAsData = (how: ToldStep["how"]) =>
  how?.is === "button" ? how.act : how?.is === "notForViewer" ? how.instead : how?.is;

/** The order in a word, its number, when it comes or was placed, and what its customer does now. */
function Head(shown: Shown) {
  const t = useT("offer", "confirmation");
  const paper = useT("offer", "paper");
  const help = useT("common", "help");
  const { told, orderId } = shown;
  const { head, delivery } = told;
  const number = <BrowserButtons value={orderId} buttons={["copy"]} />;
  const acts = actionsOf(told);
  const { hotline } = useServerShell().brand;
  const orderedAt = told.steps.find(({ name }) => name === "ordered")?.detail;
  return (
    <StatusSection
      {...orderLooks[head.name]}
      headline={<BrandText text={head.title} />}
      actions={acts.length > 0 && <Actions {...shown} acts={acts} />}
    >
      <SummaryList
        className="order-facts"
        rows={[
          { label: t("order"), value: number },
          delivery
            ? { label: t("delivery"), value: <strong>{delivery}</strong> }
            : { label: paper("orderedAt"), value: orderedAt && <strong>{orderedAt}</strong> },
          {
            label: help("reachable"),
            value: acts.includes("call") && hotline.hours ? <HotlineHours /> : undefined,
          },
        ]}
      />
      <p>{head.text}</p>
    </StatusSection>
  );
}

type Act = Instead | "identity" | "seeIdentity" | "esim" | "newEsim" | "porting" | "track";

/** What can be done about the step that the head is about, the recommended first. */
function actionsOf({ head, steps, identity }: ToldOrder): readonly Act[] {
  const how = steps.find(({ name }) => name === head.name)?.how;
  if (how?.is === "notForViewer") return [how.instead];
  if (how?.is === "parcel") return ["track"];
  if (how?.is !== "button") return [];
  if (how.act === "call")
    return identity && head.name === "identityStopped" ? ["call", "seeIdentity"] : ["call"];
  return [how.act];
}

function Actions({
  acts,
  isQuiet = false,
  told,
  token,
  trackingUrl,
  hotline,
}: Pick<Shown, "told" | "token" | "trackingUrl" | "hotline"> & {
  acts: readonly Act[];
  isQuiet?: boolean;
}) {
  const t = useT("offer", "confirmation");
  const linkTo = useLinkTo();
  const { isReachable } = useServerShell().brand;
  const ofIdentity = told.identity && linkTo("idv-selection", { token: told.identity.id });
  const targets = {
    call: dialLink(hotline),
    identity: ofIdentity,
    seeIdentity: ofIdentity,
    esim: linkTo("esim", { token }),
    newEsim: linkTo("esim-replacement", { token }),
    porting: linkTo("order-porting", { token }),
    login: linkTo("offer-login", { token }),
    track: trackingUrl,
  };
  return acts.map((act, index) => {
    const isMain =
      index === 0 && !isQuiet && act !== "seeIdentity" && !(act === "call" && isReachable === false);
    const kind = isMain ? "primary" : "secondary";
    return (
      <ButtonLink
        key={act}
        kind={kind}
        icon={act === "call" ? "phone" : undefined}
        href={targets[act]}
        rel={act === "track" ? "noreferrer" : undefined}
      >
        {t(act, { hotline })}
      </ButtonLink>
    );
  });
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
