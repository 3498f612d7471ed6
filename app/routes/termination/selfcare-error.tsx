import { useT } from "#app/i18n/texts.tsx";
import { pageTexts } from "#app/middleware/request.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Page } from "../shell/page.tsx";
import { useShell } from "../shell/shell-context.tsx";
import { useLinkTo } from "../shell/use-link-to.ts";
import type { Route } from "./+types/selfcare-error";
import { sessionLostParameter } from "./selfcare.server.ts";

/** There is no valid data of a selfcare link: the way to terminate without it. */
export function loader({ context, url }: Route.LoaderArgs) {
  const lost = url.searchParams.has(sessionLostParameter);
  const texts = pageTexts(context, ["termination.selfcare", "termination.errors"]);
  return { lost, texts };
}

export default function SelfcareErrorPage({ loaderData }: Route.ComponentProps) {
  const t = useT("termination", "selfcare");
  const errors = useT("termination", "errors");
  const { hotline } = useShell().brand;
  const linkTo = useLinkTo();
  return (
    <Page name="selfcare-error" state={loaderData.lost ? "SessionLost" : "NotFound"} title={t("errorTitle")}>
      <StatusSection
        kind="warning"
        headline={t("errorTitle")}
        actions={
          <ButtonLink kind="primary" href={linkTo("termination")} reload>
            {t("errorAction")}
          </ButtonLink>
        }
        meta={[{ label: errors("hotline"), value: <PhoneLink {...hotline} /> }]}
      >
        {loaderData.lost && <p>{t("errorSession")}</p>}
        <p>{t("errorText")}</p>
      </StatusSection>
    </Page>
  );
}
