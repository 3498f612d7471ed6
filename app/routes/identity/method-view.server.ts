import { type IdvMethod, idvMethodKinds } from "#app/backend/contract/identity.ts";
import { languages } from "#app/domain/languages.ts";
import {
  dayRanges,
  isAlwaysOpen,
  isOpenNow,
  type OpeningHours,
  sortOpenFirst,
} from "#app/domain/opening-hours.ts";
import { getT, localeContext, type RequestContext } from "#app/request/context.server.ts";
import type { IconName } from "#app/ui/icon.tsx";

interface Fact {
  icon: IconName;
  text: string;
}

/** A method's tile. */
export interface MethodView {
  id: string;
  title: string;
  text: string;
  /** Shown at first: how long it takes, or its hours while it is closed; then what it needs, when, in which languages. */
  facts: Fact[];
  more: Fact[];
  /** It cannot begin now. */
  isClosed: boolean;
  icon: IconName;
  /** Recommended, or chosen before. */
  mark: string | undefined;
}

type Kind = (typeof idvMethodKinds)[number];
const icons = {
  video: "video",
  eid: "smartphone",
  branch: "mail",
  shop: "shop",
  photo: "camera",
  wallet: "id-card",
} satisfies Record<Kind, IconName>;

const knownNeeds = ["document", "camera", "nfc", "pin", "coupon", "walletApp"] as const;
const isKnownNeed = (need: string): need is (typeof knownNeeds)[number] =>
  knownNeeds.some((one) => one === need);

const kindOf = ({ kind }: IdvMethod): Kind | undefined =>
  idvMethodKinds.find((methodKind) => methodKind === kind);

/** `Deutsch oder Englisch` */
function languageList(languages: string[], tag: string): string {
  const names = new Intl.DisplayNames(tag, { type: "language" });
  return new Intl.ListFormat(tag, { type: "disjunction" }).format(
    languages.map((code) => names.of(code) ?? code),
  );
}

/** Our name for known kinds, else the backend's. */
function methodName(context: RequestContext, method: IdvMethod): string {
  const kind = kindOf(method);
  return kind ? getT(context, "identity", "methods")(kind) : method.name;
}

interface Choice {
  /** The method chosen before. */
  last: string | undefined;
  now: Date;
  /** The first one is recommended. */
  recommends: boolean;
}

/** The tiles of these methods, with those that are closed at the moment last. */
export const methodViews = (context: RequestContext, methods: IdvMethod[], choice: Choice): MethodView[] =>
  sortOpenFirst(methods, choice.now).map((method, index) =>
    methodView(context, method, choice, choice.recommends && index === 0),
  );

export function methodView(
  context: RequestContext,
  method: IdvMethod,
  { last, now }: Choice,
  isRecommended: boolean,
): MethodView {
  const t = getT(context, "identity", "methods");
  const { tag } = languages[context.get(localeContext).locale];
  const kind = kindOf(method);

  const needs = method.needs.flatMap((need) => (isKnownNeed(need) ? [t(need)] : []));
  const { minutes, resultDays: count, openingHours, languages: spoken } = method;
  const open = isOpenNow(method, now);
  const when = (list: readonly OpeningHours[]) => {
    if (isAlwaysOpen(list)) return t("anytime");
    const hours = list
      .map(({ days, from, until }) => t("hours", { days: dayRanges(days, tag) ?? t("daily"), from, until }))
      .join(", ");
    return open ? t("open", { hours }) : hours;
  };
  const facts = (
    [
      { icon: "id-card", text: needs.length > 0 && t("needs", { list: needs.join(", ") }) },
      {
        icon: "clock",
        text: minutes && (count ? t("minutesThenDays", { minutes, count }) : t("minutes", { minutes })),
      },
      { icon: "calendar", text: openingHours && when(openingHours) },
      { icon: "user", text: spoken && t("languages", { list: languageList(spoken, tag) }) },
      { icon: "info", text: kind === "eid" && t("eidPin") },
    ] as const
  ).filter((fact): fact is Fact & typeof fact => typeof fact.text === "string");
  const atOnce = ({ icon }: Fact) => icon === (open ? "clock" : "calendar");
  return {
    id: method.id,
    title: methodName(context, method),
    icon: kind ? icons[kind] : "shield",
    mark: method.id === last ? t("last") : isRecommended ? t("recommended") : undefined,
    text: kind ? t(`${kind}Text`) : method.provider,
    facts: facts.filter(atOnce),
    more: facts.filter((fact) => !atOnce(fact)),
    isClosed: !open,
  };
}
