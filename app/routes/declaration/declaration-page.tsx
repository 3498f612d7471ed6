import type { ComponentProps, ReactNode } from "react";
import { useActionData } from "react-router";
import { useT } from "#app/i18n/texts.tsx";
import { Page } from "#app/shell/page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { OtherWays as Ways } from "./problem.server.ts";

interface DeclarationPageProps extends Omit<ComponentProps<typeof Page>, "children"> {
  lead: string;
  /** The address of the receipt of a declaration made in this browser within the last hour. */
  before: string | undefined;
  /** Its form. */
  children: ReactNode;
  /** Below the form, and below the other ways to declare. */
  after: ReactNode;
}

/** The page of a form that declares something the law protects. */
export function DeclarationPage({ lead, before, children, after, ...page }: DeclarationPageProps) {
  const reply = useActionData<{ otherWays?: Ways }>();
  return (
    <Page {...page} hasHotline={reply?.otherWays !== undefined}>
      <h1>{page.title}</h1>
      <p className="lead">{lead}</p>
      {/* Beside the response to another post, it would be about the wrong one. */}
      {before && !reply && <DeclaredBefore receipt={before} />}
      {children}
      {reply?.otherWays && <OtherWays {...reply.otherWays} />}
      {after}
    </Page>
  );
}

function DeclaredBefore({ receipt }: { receipt: string }) {
  const t = useT("receipt", "before");
  return (
    <Notice kind="info">
      <p>
        {t("before")} <a href={receipt}>{t("receipt")}</a>
      </p>
    </Notice>
  );
}

/** How to declare in time although neither portal nor provider can receive it at the moment. */
function OtherWays({ email, mailto, address, hotline, relay, letter, words }: Ways) {
  return (
    <Card id="other-ways" title={words.title}>
      <p>{words.lead}</p>
      <ul className="list">
        <li>
          {words.email} {email}
        </li>
        <li>
          {words.post} {address}
        </li>
        <li>
          {words.phone} <PhoneLink {...hotline} /> <a href={relay}>{words.relay}</a>
        </li>
      </ul>
      <p>
        <ButtonLink kind="secondary" href={mailto}>
          {words.mail}
        </ButtonLink>
      </p>
      <label htmlFor="letter">{words.letter}</label>
      <textarea id="letter" className="input" rows={10} readOnly defaultValue={letter} />
    </Card>
  );
}
