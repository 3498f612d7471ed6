import { Fragment } from "react";
import { createContext, data } from "react-router";
import type { EsimProfile } from "#app/backend/contract/order.ts";
import { readEsim } from "#app/backend/offers.server.ts";
import { activationCode, minutesShownAgain, setUpLinks, systemOf } from "#app/domain/esim.ts";
import { isOwnRefusal } from "#app/errors/errors.ts";
import { PortalForm, useFormState } from "#app/forms/form.tsx";
import { freshForm, submissionIdOf } from "#app/forms/form-data.server.ts";
import { useT } from "#app/i18n/texts.tsx";
import {
  brandContext,
  getIfSet,
  getT,
  postedFormContext,
  sessionContext,
} from "#app/request/context.server.ts";
import { visitorContext } from "#app/request/visitor.server.ts";
import { BrowserButtons } from "#app/shell/browser-buttons.tsx";
import { failedForm } from "#app/shell/help.server.ts";
import { Hotline } from "#app/shell/hotline.tsx";
import { Page } from "#app/shell/page.tsx";
import { qrCode } from "#app/shell/qr-code.server.ts";
import { QrCode } from "#app/shell/qr-code.tsx";
import { SharedDevice } from "#app/shell/shared-device.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import { askedEsim, esimKey, ownOrder, replacedEsim } from "../cart/customer-here.server.ts";
import { offerErrorAnswer } from "../cart/error-answer.server.ts";
import { toStep } from "../cart/journey.server.ts";
import type { Route } from "./+types/esim";
import { isEsimReplaceable } from "./esim-replacement.server.ts";

/** The page answers a post: what it was asked for is said, whatever the order says of it by now. */
const isAnswer = createContext(false);

/** Reads nothing: a look at the page, by whomever, leaves the eSIM to its customer. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const page = { token, form: freshForm(), hotline: context.get(brandContext).hotline.number };
  if (getIfSet(context, isAnswer)) return page;
  const [asked, order] = await Promise.all([
    context.get(sessionContext).read(askedEsim, token),
    ownOrder(context, token),
  ]);
  // What was pressed is answered, as long as the provider does not say that it no longer is.
  const isOver = order ? order.esim !== "ready" && !order.esimAgainUntil : !asked;
  if (isOver || !(asked || order?.esim === "ready")) throw toStep(context, "confirmation", token, 302);
  return asked ? { ...page, form: { ...page.form, submissionId: asked } } : page;
}

/** Shows it in this answer alone: it is in no store, and the provider gives it once. */
export async function action({ context, params: { token }, url }: Route.ActionArgs) {
  const submissionId = submissionIdOf(context.get(postedFormContext));
  const session = context.get(sessionContext);
  const isAsked = (await session.read(askedEsim, token)) === submissionId;
  if (!isAsked && !(await ownOrder(context, token))) throw toStep(context, "confirmation", token, 303);
  session.write(askedEsim, token, submissionId);
  session.remove(replacedEsim, token);
  context.set(isAnswer, true);
  const answer = await readEsim(context, token, await esimKey(context, token, submissionId));
  // The login has ended, or is another customer's.
  if (!answer.ok && (answer.error.code === "Unauthorized" || answer.error.code === "Forbidden"))
    throw await offerErrorAnswer({ context, token, url, posted: true }, answer.error);
  const profiles = answer.ok ? answer.data.profiles : [];
  if (profiles.length > 0)
    return {
      profiles: await Promise.all(profiles.map(shownProfile)),
      system: systemOf(context.get(visitorContext).header("User-Agent")),
    };
  const { failure } = answer.ok ? {} : answer;
  // Only the provider's own words say that there is nothing left to read; a yes and nothing else does not.
  const isGone = isOwnRefusal(failure);
  if (isGone) session.remove(askedEsim, token);
  const t = getT(context, "offer", "esim");
  const gone = isAsked ? "over" : "gone";
  const order = isGone ? await ownOrder(context, token) : undefined;
  const isReplaceable = order !== undefined && isEsimReplaceable(order);
  const why = failure?.isMissingCall ? "missing" : isGone ? gone : "failed";
  const text = t(isReplaceable && (why === "gone" || why === "over") ? `${why}Replaceable` : why, {
    hotline: context.get(brandContext).hotline.number,
    minutes: minutesShownAgain,
  });
  const problem = failedForm(context, t(`${why}Title`), text);
  const status = { missing: 501, gone: 410, over: 410, failed: 503 }[why];
  return data(
    { form: { ...freshForm(), submissionId, problem }, isOver: why !== "failed", isReplaceable },
    { status },
  );
}

const shownProfile = async (profile: EsimProfile) => ({
  ...profile,
  links: setUpLinks(profile),
  qr: await qrCode(activationCode(profile)),
});

/** The page has no scripts: browsers load this file for the pages of its failures only, which show nothing of it. */
export default function EsimPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!import.meta.env.SSR) return null;
  return actionData && "profiles" in actionData ? (
    <Shown {...loaderData} {...actionData} />
  ) : (
    <Question
      {...loaderData}
      isOver={actionData?.isOver === true}
      isReplaceable={actionData?.isReplaceable === true}
    />
  );
}

type Loaded = Route.ComponentProps["loaderData"];

interface QuestionProps extends Loaded {
  isOver: boolean;
  /** A new one can be asked for, in place of the one that was handed out. */
  isReplaceable: boolean;
}

function Question({ form: loaded, token, isOver, isReplaceable }: QuestionProps) {
  const t = useT("offer", "esim");
  const confirmation = useT("offer", "confirmation");
  const linkTo = useLinkTo();
  const form = useFormState(loaded);
  const order = linkTo("confirmation", { token });
  if (isOver && form.problem)
    return (
      <Page name="esim" title={form.problem.headline} state={form.problem.state}>
        <StatusSection
          kind="info"
          headline={form.problem.headline}
          actions={
            <>
              {isReplaceable && (
                <ButtonLink href={linkTo("esim-replacement", { token })}>
                  {confirmation("newEsim")}
                </ButtonLink>
              )}
              <ButtonLink kind={isReplaceable ? "secondary" : "primary"} href={order}>
                {t("back")}
              </ButtonLink>
            </>
          }
        >
          <p>{form.problem.text}</p>
        </StatusSection>
      </Page>
    );
  return (
    <Page name="esim" title={t("title")} form={form}>
      <h1>{t("title")}</h1>
      <p className="lead">{t("lead")}</p>
      <PortalForm card={{}} id="esim" form={form} submit={t("submit")}>
        <Timeline
          steps={[
            { label: t("steps.device"), detail: t("steps.deviceText"), done: false, current: true },
            {
              label: t("steps.show"),
              detail: t("steps.showText", { minutes: minutesShownAgain }),
              done: false,
            },
            { label: t("steps.setUp"), detail: t("steps.setUpText"), done: false },
          ]}
        />
      </PortalForm>
      <ButtonLink kind="quiet" icon="back" href={order}>
        {t("back")}
      </ButtonLink>
    </Page>
  );
}

type Profile = Awaited<ReturnType<typeof shownProfile>>;
type System = ReturnType<typeof systemOf>;

interface ShownProps extends Loaded {
  profiles: Profile[];
  system: System;
}

/** Its links leave it open: a browser does not come back to the answer of a post. */
function Shown({ token, profiles, system }: ShownProps) {
  const t = useT("offer", "esim");
  const linkTo = useLinkTo();
  return (
    <Page name="esim" title={t("title")} hasHotline>
      <h1>{t("title")}</h1>
      <Notice kind="warning" title={t("once", { minutes: minutesShownAgain })}>
        <p>{t("keep")}</p>
      </Notice>
      {profiles.map((profile, index) => (
        <ProfileCard key={profile.matchingId} id={`esim-${index}`} system={system} {...profile} />
      ))}
      <Card className="stack">
        <p>{t("stuck")}</p>
        <p className="cluster">
          <Hotline withoutRelay />
        </p>
      </Card>
      <ButtonLink kind="quiet" icon="back" href={linkTo("confirmation", { token })} target="_blank">
        {t("back")}
      </ButtonLink>
      <SharedDevice />
    </Page>
  );
}

interface ProfileProps extends Profile {
  id: string;
  system: System;
}

/** The ways to set it up, the likeliest first: on the device that the page is on, or from a computer by the QR code. */
function ProfileCard({
  id,
  system,
  name,
  links,
  qr,
  smdpAddress,
  matchingId,
  confirmationCode,
}: ProfileProps) {
  const t = useT("offer", "esim");
  const codes = [
    [t("address"), smdpAddress],
    [t("activation"), matchingId],
    [t("confirmation"), confirmationCode],
  ];
  // Below the name of one of several, each way is a part of it.
  const Way = name ? "h3" : "h2";
  const link = (to: keyof typeof links) => (
    <ButtonLink
      key={to}
      kind={to === system ? "primary" : system ? "quiet" : "secondary"}
      href={links[to]}
      rel="noreferrer"
      target="_blank"
    >
      {t(to)}
    </ButtonLink>
  );
  const here = (
    <Fragment key="here">
      <Way>{t("here")}</Way>
      <p>{t("hereText")}</p>
      <div className="form-actions">
        {system === "android" ? [link("android"), link("ios")] : [link("ios"), link("android")]}
      </div>
    </Fragment>
  );
  const other = (
    <Fragment key="other">
      <Way>{t("other")}</Way>
      <p>{t("otherText")}</p>
      <QrCode code={qr} label={t("qr")} />
    </Fragment>
  );
  return (
    <Card id={id} title={name} className="stack">
      {system ? [here, other] : [other, here]}
      <Way>{t("byHand")}</Way>
      <p>{t("byHandText")}</p>
      <dl className="summary codes">
        {codes.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <BrowserButtons value={value} buttons={["copy"]} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}

export { RootError as ErrorBoundary } from "#app/error-pages/root-error.tsx";
