import type { ReactNode } from "react";
import { data } from "react-router";
import { PortalForm } from "#app/forms/form.tsx";
import { freshForm } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import { postedFormContext, responseHeadersContext, sessionContext } from "#app/request/context.server.ts";
import { InlineScript } from "#app/shell/inline-script.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Named } from "#app/ui/named.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { TileLink } from "#app/ui/tile-link.tsx";
import type { Route } from "./+types/session-end";
import { endedCookies, type Held, heldIn, hoursKept } from "./session-end.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const values = await context.get(sessionContext).contents();
  return {
    form: freshForm(),
    held: await heldIn(context, values ?? []),
    isRead: values !== undefined,
  };
}

/**
 * Ends what this browser's session holds. The answer is the page itself: after it, nothing is left from which a page
 * behind a redirect could know what was removed. Repeated, it finds nothing more.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const ended = await context
    .get(sessionContext)
    .end(context.get(postedFormContext).get("underWay") === "end");
  const { removed, stays } = ended ?? { removed: [], stays: [] };
  // What scripts have kept in this browser: typed drafts, a proof on its way. Only browsers that came over https heed it.
  context.get(responseHeadersContext).set("Clear-Site-Data", '"storage"');
  return data(
    {
      done: await heldIn(context, [...removed.map(({ kind }) => ({ kind })), ...stays]),
      hours: ended ? undefined : hoursKept(),
    },
    { headers: endedCookies(request, stays.length > 0) },
  );
}

export default function SessionEnd({ loaderData, actionData }: Route.ComponentProps) {
  return actionData ? <Ended form={loaderData.form} {...actionData} /> : <ToEnd {...loaderData} />;
}

function ToEnd({ form, held, isRead }: Pick<Route.ComponentProps["loaderData"], "form" | "held" | "isRead">) {
  const t = useT("common", "ending");
  const actions = useT("common", "actions");
  const linkTo = useLinkTo();
  const isEmpty = isRead && held.kinds.length === 0 && held.underWay.length === 0;
  const stays = (
    <StayList held={held}>
      {/* Where scripts run, Back shows forms empty. */}
      {useShell().scripts ? (
        <div>
          <noscript>
            <p>{t("backMayShow")}</p>
          </noscript>
        </div>
      ) : (
        <p>{t("backMayShow")}</p>
      )}
    </StayList>
  );
  if (isEmpty)
    return (
      <Page name="session-end" title={t("title")}>
        <StatusSection
          kind="info"
          headline={t("nothingTitle")}
          actions={<ButtonLink href={linkTo("home")}>{actions("home")}</ButtonLink>}
        >
          <p>{t("nothing")}</p>
        </StatusSection>
        <Accordion
          id="ending"
          items={[
            {
              id: "shared",
              title: t("shared"),
              content: (
                <>
                  <p>{t("sharedText")}</p>
                  <PortalForm id="session-end" form={form} submit={t("submit")} kind="danger" />
                </>
              ),
            },
            { id: "stays", title: t("stays"), content: stays },
          ]}
        />
      </Page>
    );
  return (
    <Page name="session-end" title={t("title")}>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      {held.receipts.length > 0 && (
        <Notice kind="warning" title={t("receiptsFirst")}>
          <Receipts receipts={held.receipts} />
        </Notice>
      )}
      {!isRead && <p>{t("unread")}</p>}
      {held.kinds.length > 0 && <Kinds held={held} title={t("toRemove")} />}
      <UnderWay held={held} text={t("underWayBefore")} />
      <PortalForm
        id="session-end"
        form={form}
        submit={t("submit")}
        kind="danger"
        aside={
          <ButtonLink kind="quiet" href={linkTo("home")}>
            {actions("home")}
          </ButtonLink>
        }
      />
      <Stays>{stays}</Stays>
    </Page>
  );
}

interface EndedProps {
  form: Route.ComponentProps["loaderData"]["form"];
  done: Held;
  /** The store was away: nothing was removed there, and it is gone at the latest after so many hours. */
  hours: number | undefined;
}

function Ended({ form, done, hours }: EndedProps) {
  const t = useT("common", "ending");
  const actions = useT("common", "actions");
  const linkTo = useLinkTo();
  const isAll = hours === undefined && done.underWay.length === 0;
  const title = t(isAll ? "done" : hours === undefined ? "doneInPart" : "cut");
  const open = done.receipts.filter(({ isDone }) => !isDone);
  const numbered = done.underWay.filter(({ reference }) => reference).length;
  return (
    <Page name="session-end" title={title} state={isAll ? "Ended" : hours ? "StoreAway" : "UnderWay"}>
      <StatusSection kind={isAll ? "success" : "warning"} headline={title}>
        {hours === undefined ? (
          <p>{t(isAll ? (done.kinds.length > 0 ? "doneText" : "doneNothing") : "underWayAfter")}</p>
        ) : (
          <>
            <p>{t("cutText", { hours })}</p>
            <p>{t("cutUnderWay")}</p>
          </>
        )}
      </StatusSection>
      <Notice kind="info">
        <OneOrList items={[t("closeWindows"), ...(done.kinds.includes("login") ? [t("logOut")] : [])]} />
      </Notice>
      {open.length > 0 && (
        <Notice kind="info" title={t("receiptsOpen")}>
          <Receipts receipts={open} />
        </Notice>
      )}
      {done.kinds.length > 0 && <Kinds held={done} title={t("removed")} />}
      <UnderWay held={done} />
      {done.underWay.length > 0 && (
        <PortalForm id="session-end" form={form} submit={t("also")} kind="danger">
          <p>{numbered > 0 ? `${t("alsoText")} ${t("alsoNumber", { count: numbered })}` : t("alsoText")}</p>
          <input type="hidden" name="underWay" value="end" />
        </PortalForm>
      )}
      <Stays>
        <StayList held={done} />
      </Stays>
      {done.underWay.length > 0 ? (
        <p>
          <a href={linkTo("home")}>{actions("home")}</a>
        </p>
      ) : (
        <div className="form-actions">
          <ButtonLink href={linkTo("home")}>{actions("home")}</ButtonLink>
        </div>
      )}
      {/* Last: what stands before the headline moves it down. */}
      <InlineScript name="visitEnder" />
    </Page>
  );
}

/** What is removed, or was. */
function Kinds({ held, title }: { held: Held; title: string }) {
  const t = useT("common", "ending");
  return (
    <Card id="removed" title={title}>
      <OneOrList items={held.kinds.map((kind) => t(`kinds.${kind}`))} />
    </Card>
  );
}

/** What is not removed: folded, and never before the button. */
function Stays({ children }: { children: ReactNode }) {
  const t = useT("common", "ending");
  return (
    <details className="fold">
      <summary>{t("stays")}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}

function StayList({ held, children }: { held: Held; children?: ReactNode }) {
  const t = useT("common", "ending");
  return (
    <>
      <ul className="list">
        <li>{t("staysSent")}</li>
        {held.isHandedOver && <li>{t("staysHandedOver")}</li>}
        <li>{t("staysBrowser")}</li>
      </ul>
      {children}
    </>
  );
}

const OneOrList = ({ items }: { items: string[] }) =>
  items.length === 1 ? (
    <p>{items[0]}</p>
  ) : (
    <ul className="list">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );

/** What is still open, a row for each, which leads to where it is found out. */
function UnderWay({ held, text }: { held: Held; text?: string }) {
  const t = useT("common", "ending");
  if (held.underWay.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="open">
      <h2 id="open">{t("underWay")}</h2>
      {text && <p>{text}</p>}
      <ul className="tiles">
        {held.underWay.map(({ kind, act, product, href, reference }) => (
          <li key={href}>
            <TileLink
              href={href}
              title={[
                t(`open.${act ?? (kind === "customer" || kind === "identity" ? kind : "offer")}`),
                product,
              ]
                .filter(Boolean)
                .join(": ")}
              description={reference && <Named text={t("reference", { reference })} name={reference} />}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Receipts = ({ receipts }: Pick<Held, "receipts">) => {
  const t = useT("common", "ending");
  return (
    <ul className="list">
      {receipts.map(({ kind, href }) => (
        <li key={kind}>
          <a href={href}>{t(`receipt.${kind === "selfcare" ? "termination" : kind}`)}</a>
        </li>
      ))}
    </ul>
  );
};
