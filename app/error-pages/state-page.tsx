import { Fragment, useEffect } from "react";
import type { ErrorAction, Severity, StateIcon } from "#app/errors/state-row.ts";
import { useT } from "#app/i18n/texts.tsx";
import type { PageName } from "#app/pages.ts";
import type { HelpRow } from "#app/shell/help-row.ts";
import { Facts, StatusFoot } from "#app/shell/help-rows.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useHydrated } from "#app/ui/hydrated.ts";
import { Modal } from "#app/ui/modal.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { headlineId, StatusSection } from "#app/ui/status-section.tsx";
import { Timeline, type TimelineStep } from "#app/ui/timeline.tsx";
import { useBackgroundChecks, type Waiting } from "./background-checks.ts";
import { LateStyles } from "./late-styles.tsx";

export interface StateAction {
  kind: ErrorAction;
  label: string;
  /** A link, or with `post` the address of a form. */
  href: string;
  method: "get" | "post";
  /** Hidden fields of a form. */
  fields?: Record<string, string | string[]>;
  /** It ends an order: unless it is the first one, it stands below the others, folded under this title. */
  fold?: string;
  /** It calls a hotline that is closed now. */
  isClosed?: boolean;
}

/** All that the page of an error state shows, in the customer's language: the data of a thrown response. */
export interface StatePage {
  kind: "state-page";
  /** Value of `data-page`. */
  page: PageName | "idv-error" | "unexpected-error";
  /** Value of `data-state`: the name as in specification §4. */
  state: string;
  headline: string;
  text: string;
  /** What is done, and what it waits for: at the top of the card. */
  steps?: TimelineStep[] | undefined;
  /** What is known beside it, such as the number of an order: in a card with the buttons. */
  facts: HelpRow[];
  /** What only some have to know: in small print below the main button. */
  note?: string | undefined;
  severity: Severity;
  icon: StateIcon;
  actions: StateAction[];
  /** Whom to call, the number of the failure, and other ways to ask, which are folded under the title. */
  help: { title: string; rows: HelpRow[] };
  /** With JavaScript, a dialog repeats the text and the main action. */
  dialog?: boolean;
  /** It checks again automatically. */
  waiting?: Waiting | undefined;
  tracking?: DataLayerEvent[];
  /** When a downtime ends, as the provider sent it. */
  downtime?: string;
  ordered?: { title: string; products: string[] };
  /** How it goes on with what was ordered. */
  next?: { title: string; steps: TimelineStep[] } | undefined;
}

/** The page of any error state: what happened, what to do, whom to ask. */
export function StateView({ page }: { page: StatePage }) {
  const t = useT("common", "actions");
  useEffect(() => document.getElementById(headlineId)?.focus(), []);
  useBackgroundChecks(page.waiting);
  const hydrated = useHydrated();
  const linkTo = useLinkTo();
  const showsHotline =
    page.help.rows.some(({ kind }) => kind === "phone") ||
    page.actions.some(({ kind }) => kind === "hotline");
  const [main] = page.actions;
  const facts = page.facts.length > 0 && <Facts rows={page.facts} />;
  /** Good news has a ground of its own, on which no card stands. */
  const isGood = page.severity === "success";
  /** Where nothing is left to do, the way home is the page's button. */
  const isHomeMain = isGood && !main;
  /** Unless one of the steps that follow has a way of its own. */
  const way = isHomeMain ? page.next?.steps.find(({ current }) => current)?.link : undefined;
  const home = (
    <ButtonLink kind={way ? "quiet" : "primary"} href={linkTo("home")}>
      {t("home")}
    </ButtonLink>
  );
  const isFolded = (action: StateAction) => action.fold !== undefined && action !== main;
  const buttons = page.actions
    .filter((action) => !isFolded(action))
    .map((action) => (
      <Fragment key={action.kind}>
        <Action
          action={action}
          kind={action !== main ? "quiet" : action.isClosed ? "secondary" : "primary"}
        />{" "}
        {action === main && page.note && <small>{page.note}</small>}
      </Fragment>
    ));
  return (
    <Page
      name={page.page}
      state={page.state}
      title={page.headline}
      tracking={page.tracking}
      hasHotline={showsHotline}
    >
      <StatusSection
        kind={page.severity}
        icon={page.icon}
        headline={page.headline}
        card={
          !isGood &&
          (page.steps || facts) && (
            <>
              {page.steps && (
                <ServerContent as="div" className="awaited">
                  {import.meta.env.SSR && <Timeline steps={page.steps} />}
                </ServerContent>
              )}
              {facts}
            </>
          )
        }
        actions={
          isHomeMain ? (
            <>
              {way && <ButtonLink href={way.href}>{way.label}</ButtonLink>}
              {home}
            </>
          ) : (
            buttons
          )
        }
        below={page.actions.filter(isFolded).map((action) => (
          <details key={action.kind} className="fold">
            <summary>{action.fold}</summary>{" "}
            <div className="form-actions">
              <Action action={action} kind="secondary" />
            </div>
          </details>
        ))}
      >
        <p data-downtime-end={page.downtime}>{page.text}</p>
        {isGood && facts}
      </StatusSection>
      <LateStyles />
      {main && page.dialog && hydrated && (
        <Modal
          id="retry"
          title={page.headline}
          closeLabel={t("close")}
          open
          actions={<Action action={main} kind="primary" />}
        >
          <p>{page.text}</p>
        </Modal>
      )}
      {(page.ordered || page.next) && (
        <ServerContent as="div" className="ordered stack">
          {import.meta.env.SSR && <Ordered {...page} hasWay={way !== undefined} />}
        </ServerContent>
      )}
      <StatusFoot {...page.help}>
        {!isHomeMain && (
          <p>
            <a href={linkTo("home")}>{t("home")}</a>
          </p>
        )}
      </StatusFoot>
    </Page>
  );
}

/** @param hasWay the way of where it has got to is the page's button */
function Ordered({ ordered, next, hasWay }: StatePage & { hasWay: boolean }) {
  const steps = next?.steps.map(({ link, ...step }) => (link && !hasWay ? { ...step, link } : step));
  return (
    <>
      {next && steps && (
        <Card title={next.title} id="next">
          <Timeline steps={steps} />
        </Card>
      )}
      {ordered && (
        <Card title={ordered.title} id="ordered">
          <ul>
            {ordered.products.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Action({ action, kind }: { action: StateAction; kind: "primary" | "secondary" | "quiet" }) {
  if (action.method === "get")
    return (
      <ButtonLink kind={kind} href={action.href} data-action={action.kind}>
        {action.label}
      </ButtonLink>
    );
  return (
    <form method="post" action={action.href}>
      {Object.entries(action.fields ?? {}).flatMap(([name, values]) =>
        [values].flat().map((value) => <input key={name + value} type="hidden" name={name} value={value} />),
      )}
      <Button type="submit" kind={kind} data-action={action.kind}>
        {action.label}
      </Button>
    </form>
  );
}
