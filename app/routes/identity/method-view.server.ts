import type { RouterContextProvider } from "react-router";
import { type IdvMethod, idvMethodKinds } from "#app/backend/contract/identity.ts";
import { localeRows } from "#app/i18n/locale.ts";
import { localeContext, serverTexts } from "#app/middleware/request.server.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { dayRanges, isOpen } from "./opening-hours.ts";

/** A method as its tile shows it. */
export interface MethodView {
  id: string;
  title: string;
  lines: string[];
  icon: IconName;
  /** This session chose it before. */
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
type Need = (typeof knownNeeds)[number];

const kindOf = ({ kind }: IdvMethod): Kind | undefined => idvMethodKinds.find((known) => known === kind);

/** A method's name: ours for the kinds that we know, else the backend's. */
export function methodName(context: Readonly<RouterContextProvider>, method: IdvMethod): string {
  const kind = kindOf(method);
  return kind ? serverTexts(context, "identity.methods")(kind) : method.name;
}

/** What a method needs, how long it takes and when it can be used, in the page's language. */
export function methodView(
  context: Readonly<RouterContextProvider>,
  method: IdvMethod,
  { last, now }: { last: string | undefined; now: Date },
): MethodView {
  const t = serverTexts(context, "identity.methods");
  const { tag } = localeRows[context.get(localeContext).locale];
  const kind = kindOf(method);
  const list = (words: string[], type: "conjunction" | "disjunction") =>
    new Intl.ListFormat(tag, { type }).format(words);

  const needs = method.needs.filter((need): need is Need => knownNeeds.includes(need as Need));
  const { minutes = 0, resultDays: count, openingHours, languages } = method;
  const hours = openingHours
    ?.map(({ days, from, until }) => t("hours", { days: dayRanges(days, tag) ?? t("daily"), from, until }))
    .join(", ");
  const languageNames = new Intl.DisplayNames(tag, { type: "language" });
  return {
    id: method.id,
    title: methodName(context, method),
    icon: kind ? icons[kind] : "shield",
    last: method.id === last,
    lines: [
      kind ? t(`${kind}Text`) : method.provider,
      needs.length > 0 && t("needs", { list: needs.map((need) => t(need)).join(", ") }),
      minutes > 0 && (count ? t("minutesThenDays", { minutes, count }) : t("minutes", { minutes })),
      openingHours && hours ? t(isOpen(openingHours, now) ? "open" : "closed", { hours }) : t("anytime"),
      languages?.length &&
        t("languages", {
          list: list(
            languages.map((code) => languageNames.of(code) ?? code),
            "disjunction",
          ),
        }),
    ].filter((line) => typeof line === "string"),
  };
}
