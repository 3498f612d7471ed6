import { useT } from "#app/i18n/texts.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { useLinkTo } from "./use-link-to.ts";

/** For customers at a device that others use too: where they are done, or were cut off. */
export const SharedDevice = () => (
  <ServerContent as="div" className="shared-device">
    {import.meta.env.SSR && <Content />}
  </ServerContent>
);

function Content() {
  const t = useT("common", "shell");
  return (
    <p className="muted">
      {`${t("sharedDevice")} `}
      <a href={useLinkTo()("session-end")}>{t("endSession")}</a>
    </p>
  );
}
