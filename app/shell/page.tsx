import type { ReactNode } from "react";
import { type FormState, isInvalid } from "#app/forms/form-state.ts";
import { useT } from "#app/i18n/texts.tsx";
import type { PageName } from "#app/pages.ts";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import { usePageEvents } from "#app/tracking/page-events.ts";
import { PageFooter } from "./page-footer.tsx";
import { useShell } from "./use-shell.ts";

/** Id of every page's `<main>`, for the skip link and for the focus. */
export const mainId = "main";

interface PageProps {
  /** Value of `data-page`. */
  name: PageName | "not-found" | "unexpected-error" | "idv-error" | "sandbox" | `gallery${string}`;
  title: string;
  /** Of what stands in it, where that is not the page's language. */
  lang?: string;
  /** Value of `data-state`. */
  state?: string;
  width?: "narrow" | "wide";
  /** Prefixes the title if the input is wrong; a failing provider shows in the form's state. */
  form?: Pick<FormState, "errors" | "problem"> | undefined;
  /** The page itself shows whom to call: one number is enough. */
  hasHotline?: boolean;
  /** Events of an error state; other pages return `tracking` in their loader data. */
  tracking?: DataLayerEvent[];
  children: ReactNode;
}

/** `<main>` of every page with its title, and the footer. */
export function Page({ width = "narrow", hasHotline = false, ...props }: PageProps) {
  const { name, title, lang, state, form, tracking, children } = props;
  const t = useT("common", "frame");
  const { brand, dataLayer } = useShell();
  usePageEvents(dataLayer, tracking);
  const shown = form && isInvalid(form) ? t("errorTitle", { title }) : title;
  return (
    <>
      <main
        id={mainId}
        className={`page ${width}`}
        lang={lang}
        data-page={name}
        data-state={state ?? form?.problem?.state}
        tabIndex={-1}
      >
        <title>{`${shown} – ${brand.nameForTitle}`}</title>
        {children}
      </main>
      <PageFooter hasHotline={hasHotline || form?.problem?.help !== undefined} />
    </>
  );
}
