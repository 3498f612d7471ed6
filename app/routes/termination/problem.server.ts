import { data, type RouterContextProvider } from "react-router";
import type { ApiError } from "#app/domain/errors.ts";
import { FormFieldError } from "#app/domain/errors.ts";
import type { FormState } from "#app/forms/form-state.ts";
import { messageOf, validationText } from "#app/forms/validation-text.server.ts";
import { withPrefix } from "#app/i18n/locale.ts";
import {
  brandContext,
  localeContext,
  responseHeadersContext,
  serverTexts,
  traceIdContext,
} from "#app/middleware/request.server.ts";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import { type PageName, pathTo } from "../pages.ts";
import type { StateAction, StatePage } from "../shell/state-page.ts";

type Context = Readonly<RouterContextProvider>;
/** Journeys that declare something to the provider and get a receipt. */
type Journey = "termination" | "withdrawal";

const retryAfterSeconds = 60;

/** The answer of a call of these journeys says that this id declared something before. */
export function isDeclaredBefore(error: ApiError | FormFieldError): boolean {
  return ["IDEMPOTENCY_KEY_REUSED", "TERMINATION_EXISTS", "WITHDRAWAL_EXISTS"].includes(error.code);
}

/**
 * The page of a receipt, a prefill or a document that could not be loaded: to be thrown. What does not exist is a
 * 404; all else may be tried again.
 */
export function loadProblem(
  context: Context,
  journey: Journey,
  error: ApiError | FormFieldError,
  place: { page: PageName; retry: string },
) {
  const t = serverTexts(context, "termination.errors");
  const own = serverTexts(context, "withdrawal.errors");
  const { prefix } = context.get(localeContext);
  if ("status" in error && error.status === 404) {
    const form = withPrefix(pathTo(journey), prefix);
    const page = statePage(context, {
      page: place.page,
      state: "NotFound",
      headline: journey === "withdrawal" ? own("notFoundHeadline") : t("notFoundHeadline"),
      text: journey === "withdrawal" ? own("notFoundText") : t("notFoundText"),
      actions: [
        {
          kind: "checkLink",
          label: journey === "withdrawal" ? own("toForm") : t("toForm"),
          href: form,
          method: "get",
        },
      ],
    });
    return data(page, { status: 404 });
  }
  const down = error.code === "DOWNTIME";
  context.get(responseHeadersContext).set("Retry-After", String(retryAfterSeconds));
  const page = statePage(context, {
    page: place.page,
    state: down ? "Downtime" : "TechnicalProblem",
    headline: t(down ? "downtimeHeadline" : "technicalHeadline"),
    text: t(down ? "downtimeText" : "technicalText"),
    actions: [{ kind: "retry", label: t("retry"), href: place.retry, method: "get" }],
  });
  return data(page, { status: 503 });
}

/** A state of these journeys with hotline and reference number. */
export function statePage(
  context: Context,
  { actions, ...page }: Pick<StatePage, "page" | "state" | "headline" | "text"> & { actions: StateAction[] },
): StatePage {
  const t = serverTexts(context, "termination.errors");
  const { number } = context.get(brandContext).hotline;
  return {
    kind: "state-page",
    ...page,
    severity: "warning",
    icon: "warning",
    actions: [
      ...actions,
      {
        kind: "hotline",
        label: `${t("hotline")}: ${number}`,
        href: `tel:${number.replace(/[^\d+]/g, "")}`,
        method: "get",
      },
    ],
    meta: [{ label: t("traceId"), value: context.get(traceIdContext) }],
  };
}

/**
 * The form again after a declaration that the provider did not take: messages beside the fields that it refused
 * (422), else a notice above the form (503, or 422 where it refused without naming a field). The same submission id
 * goes along, so sending again declares once.
 */
export function declarationProblem(
  context: Context,
  journey: Journey,
  form: FormState,
  error: ApiError | FormFieldError,
  isField: (name: string) => boolean,
  /** What the answer tells the data layer. */
  told: { tracking?: DataLayerEvent[] } = {},
) {
  const t =
    journey === "withdrawal"
      ? serverTexts(context, "withdrawal.errors")
      : serverTexts(context, "termination.errors");
  const values = {
    hotline: context.get(brandContext).hotline.number,
    traceId: context.get(traceIdContext),
  };
  if (error instanceof FormFieldError) {
    const text = validationText(context);
    const errors: FormState["errors"] = {};
    for (const problem of error.errors) {
      const name = problem.field.split(".").find(isField);
      if (name) errors[name] ??= messageOf(problem, text);
    }
    const problem =
      Object.keys(errors).length === 0
        ? { headline: t("formHeadline"), text: t("refusedText", values) }
        : undefined;
    return data({ form: { ...form, errors, ...(problem && { problem }) }, ...told }, { status: 422 });
  }
  const refusedWithoutReason = error.status !== undefined && error.status >= 400 && error.status < 500;
  const problem = {
    headline: t("formHeadline"),
    text: t(refusedWithoutReason ? "refusedText" : "formText", values),
  };
  if (!refusedWithoutReason)
    context.get(responseHeadersContext).set("Retry-After", String(retryAfterSeconds));
  return data({ form: { ...form, problem }, ...told }, { status: refusedWithoutReason ? 422 : 503 });
}
