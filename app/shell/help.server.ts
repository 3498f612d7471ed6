import { isOpenDaily } from "#app/domain/opening-hours.ts";
import { brandContext, getT, type RequestContext } from "#app/request/context.server.ts";
import { errorNumberOf } from "#app/request/error-number.server.ts";
import { type HelpRow, relayCard } from "./help-row.ts";
import { linkTo } from "./link-to.server.ts";

/** Whom to call about a form that comes back, and the number that finds the failure in the log. */
export function formHelp(context: RequestContext) {
  const t = getT(context, "common", "help");
  const { number } = context.get(brandContext).hotline;
  const code = { kind: "code" as const, label: t("errorNumber"), value: errorNumberOf(context) };
  return [phoneRow(context, number), code];
}

/** Of a form that comes back because of a failure: what is said of it, and its help. */
export const failedForm = (
  context: RequestContext,
  headline: string,
  text: string,
  state = "TechnicalProblem",
) => ({ headline, text, state, help: formHelp(context) });

/** Where the relay service is explained. */
export const relayLink = (context: RequestContext): string =>
  `${linkTo(context, "accessibility")}#${relayCard}`;

interface Failure {
  /** The provider's own number for this case, whose hours nobody knows. */
  hotline?: string | undefined;
  /** The page's main button calls. */
  hasCallButton?: boolean;
  /** The request itself has failed. */
  isNumbered?: boolean;
  /** An order was refused, or has failed, for good. */
  arbitration?: true | undefined;
}

/** When somebody is there, and whether that is now: nobody knows of the provider's own number for a case. */
function hoursOf(context: RequestContext, number: string) {
  const { hotline } = context.get(brandContext);
  if (number !== hotline.number || !hotline.hours) return undefined;
  const isOpen = isOpenDaily(hotline.hours, new Date());
  const t = getT(context, "common", "help");
  return { isOpen, value: t(isOpen ? "hoursOpen" : "hoursClosed", { hours: hotline.hours }) };
}

const phoneRow = (context: RequestContext, number: string) => ({
  kind: "phone" as const,
  label: getT(context, "common", "help")("hotline"),
  value: number,
  note: hoursOf(context, number)?.value,
});

/** A button that calls it is not the main one of its page now. */
export const isHotlineClosed = (context: RequestContext, number: string): boolean =>
  hoursOf(context, number)?.isOpen === false;

/** Beside a button that calls. */
function hoursRow(context: RequestContext, number: string): HelpRow | undefined {
  const t = getT(context, "common", "help");
  const hours = hoursOf(context, number);
  return hours && { kind: "hours", label: t("reachable"), value: hours.value };
}

/** Whom to ask, whether somebody is there now, how else, and the number that finds this failure in the log. */
export function helpRows(
  context: RequestContext,
  { hotline, hasCallButton, isNumbered, arbitration }: Failure,
): HelpRow[] {
  const t = getT(context, "common", "help");
  const { hotline: own, links, contact } = context.get(brandContext);
  const number = hotline ?? own.number;
  const code = isNumbered ? errorNumberOf(context) : undefined;
  const about = code ? `?subject=${encodeURIComponent(`${t("errorNumber")} ${code}`)}` : "";
  const rows: (HelpRow | undefined)[] = [
    hasCallButton ? hoursRow(context, number) : phoneRow(context, number),
    // For customers who cannot hear or speak on the phone: it reaches any number, and the statement says how.
    {
      kind: "link",
      label: t("relay"),
      value: t("callRelayed"),
      href: relayLink(context),
    },
    links.callback
      ? { kind: "link", label: t("callback"), value: t("askForCall"), href: links.callback }
      : undefined,
    { kind: "link", label: t("email"), value: contact.email, href: `mailto:${contact.email}${about}` },
    arbitration ? { kind: "text", label: t("arbitration"), value: t("arbitrate") } : undefined,
    code ? codeRow(context, t("errorNumber"), code) : undefined,
  ];
  return rows.filter((row) => row !== undefined);
}

/** A number that its reader may have to name, with a button that copies it. */
export function codeRow(context: RequestContext, label: string, value: string): HelpRow {
  const t = getT(context, "common", "browserButtons");
  return {
    kind: "code",
    label,
    value,
    words: { copy: t("copy"), copied: t("copied"), notCopied: t("notCopied") },
  };
}
