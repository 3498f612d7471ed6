import type { ComponentProps } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatusSection } from "#app/ui/status-section.tsx";
import { Page } from "./page.tsx";

interface StatusPageProps
  extends Pick<ComponentProps<typeof Page>, "name" | "state" | "title">,
    Pick<ComponentProps<typeof StatusSection>, "kind" | "meta" | "children"> {
  action: Pick<ComponentProps<typeof ButtonLink>, "kind" | "href"> & { label: string };
}

/** A page that says how something ended and offers one way on. */
export function StatusPage({ name, state, title, action, ...section }: StatusPageProps) {
  const { label, ...link } = action;
  const button = (
    <ButtonLink {...link} reload>
      {label}
    </ButtonLink>
  );
  return (
    <Page name={name} state={state} title={title}>
      <StatusSection headline={title} actions={button} {...section} />
    </Page>
  );
}
