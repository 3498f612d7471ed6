import { useActionData } from "react-router";
import { useT } from "#app/i18n/texts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { OtherWays as Ways } from "./problem.server.ts";

/** How to declare in time although neither portal nor provider can receive it now: in the answer to a post. */
export const useOtherWays = () => (useActionData() as { otherWays?: Ways } | undefined)?.otherWays;

export function OtherWays({ email, mailto, address, hotline, letter }: Ways) {
  const t = useT("termination", "otherWays");
  return (
    <Card id="other-ways" title={t("title")}>
      <p>{t("lead")}</p>
      <ul className="list">
        <li>
          {t("email")} {email}
        </li>
        <li>
          {t("post")} {address}
        </li>
        <li>
          {t("phone")} <PhoneLink {...hotline} />
        </li>
      </ul>
      <p>
        <ButtonLink kind="secondary" href={mailto} reload>
          {t("mail")}
        </ButtonLink>
      </p>
      <label className="field-label" htmlFor="letter">
        {t("letter")}
      </label>
      <textarea id="letter" className="input" rows={10} readOnly defaultValue={letter} />
    </Card>
  );
}
