import { type IdvMethod, idvMethodKinds } from "#app/backend/contract/identity.ts";
import { localeRows } from "#app/i18n/locale.ts";
import { getT, localeContext, type RequestContext } from "#app/middleware/request.server.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { dayRanges, isOpen } from "./opening-hours.ts";

interface Fact {
  icon: IconName;
  text: string;
}

/** A method's tile. */
export interface MethodView {
  id: string;
  title: string;
  text: string;
  /** What it needs, how long it takes, when, in which languages. */
  facts: Fact[];
  icon: IconName;
  /** Chosen before in this session. */
  last: boolean;
}

type Kind = (typeof idvMethodKinds)[number];
const icons = {
  video: "video",
  eid: "smartphone",
  branch: "mail",
  shop: "shop",
  photo: "camera",
} satisfies Record<Kind, IconName>;

const knownNeeds = ["document", "camera", "nfc", "pin", "coupon"] as const;
const isKnownNeed = (need: string): need is (typeof knownNeeds)[number] =>
  knownNeeds.some((one) => one === need);

const kindOf = ({ kind }: IdvMethod): Kind | undefined => idvMethodKinds.find((known) => known === kind);

/** `Deutsch oder Englisch` */
function spoken(languages: string[], tag: string): string {
  const names = new Intl.DisplayNames(tag, { type: "language" });
  return new Intl.ListFormat(tag, { type: "disjunction" }).format(
    languages.map((code) => names.of(code) ?? code),
  );
}

/** Our name for known kinds, else the backend's. */
export function methodName(context: RequestContext, method: IdvMethod): string {
  const kind = kindOf(method);
  return kind ? getT(context, "identity", "methods")(kind) : method.name;
}

/** What a method needs, how long it takes and when it can be used, in the page's language. */
export function methodView(
  context: RequestContext,
  method: IdvMethod,
  { last, now }: { last: string | undefined; now: Date },
): MethodView {
  const t = getT(context, "identity", "methods");
  const { tag } = localeRows[context.get(localeContext).locale];
  const kind = kindOf(method);

  const needs = method.needs.flatMap((need) => (isKnownNeed(need) ? [t(need)] : []));
  const { minutes = 0, resultDays: count, openingHours, languages } = method;
  const hours = openingHours
    ?.map(({ days, from, until }) => t("hours", { days: dayRanges(days, tag) ?? t("daily"), from, until }))
    .join(", ");
  const open = openingHours && isOpen(openingHours, now);
  return {
    id: method.id,
    title: methodName(context, method),
    icon: kind ? icons[kind] : "shield",
    last: method.id === last,
    text: kind ? t(`${kind}Text`) : method.provider,
    facts: [
      { icon: "id-card", text: needs.length > 0 && t("needs", { list: needs.join(", ") }) },
      {
        icon: "clock",
        text: minutes > 0 && (count ? t("minutesThenDays", { minutes, count }) : t("minutes", { minutes })),
      },
      { icon: "calendar", text: hours ? t(open ? "open" : "closed", { hours }) : t("anytime") },
      { icon: "user", text: languages && t("languages", { list: spoken(languages, tag) }) },
    ].filter((fact): fact is Fact => typeof fact.text === "string"),
  };
}
