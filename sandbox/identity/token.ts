import type { IdvState } from "../../app/backend/contract/identity.ts";
import { type AimedFault, aimedFaultOf } from "../aimed-fault.ts";
import type { Fault } from "../faults.ts";
import { wordsOf } from "../words.ts";
import type { MethodKind } from "./methods.ts";
import { type IdvCallName, idvCallNames } from "./scenarios.ts";

/** The scenario of a token. */
export interface IdvScenario {
  brand: string;
  /** Initial state. */
  start: { state: IdvState; failures: number; method?: MethodKind; lastAttempt?: "failed" | "aborted" };
  /** Result of a review after enough polls. */
  review: "success" | "failed" | "endless";
  /** The coupon can be sent by e-mail. */
  mail: boolean;
  /** The provider's page asks for a one-time code. */
  code?: true;
  methods: "all" | "none";
  fault?: AimedFault<IdvCallName>;
  /** It acts, and this is sent instead of its first response. */
  lost?: Fault;
}

/** Attempts per customer; the last failure is final. */
export const attemptsAllowed = 3;

const brandOfSlug: Record<string, string> = {
  o2: "O2",
  ayyildiz: "AYYILDIZ",
  aetka: "AETKASMART",
  aldi: "ALDITALK",
  nova: "NOVA",
  ortel: "ORTEL",
  spice: "BLAUWORLD",
  blau: "BLAU",
};

const demo: IdvScenario = {
  brand: "O2",
  start: { state: "created", failures: 0 },
  review: "success",
  mail: true,
  methods: "all",
};
const at = (state: IdvState, method?: MethodKind): IdvScenario => ({
  ...demo,
  start: { state, failures: 0, ...(method && { method }) },
});
const failed = (failures: number): IdvScenario => ({
  ...demo,
  start: { state: "failed", failures, method: "video", lastAttempt: "failed" },
});

const named: Record<string, IdvScenario> = {
  demo,
  "failed-once": failed(1),
  "failed-twice": failed(2),
  failed: failed(attemptsAllowed),
  aborted: { ...demo, start: { state: "created", failures: 0, method: "video", lastAttempt: "aborted" } },
  chosen: at("methodChosen", "video"),
  started: at("started", "video"),
  pending: { ...at("review", "video"), review: "endless" },
  "pending-success": at("submitted", "video"),
  "pending-failed": { ...at("submitted", "video"), review: "failed" },
  "post-ident": at("methodChosen", "branch"),
  "post-ident-nomail": { ...at("methodChosen", "branch"), mail: false },
  "shop-ident": at("methodChosen", "shop"),
  success: at("success", "video"),
  completed: at("completed", "video"),
  consumed: at("consumed"),
  expired: at("expired"),
  cancelled: at("cancelled"),
  "one-time-code": { ...demo, code: true },
  "no-methods": { ...demo, methods: "none" },
  "choose-lost": { ...demo, lost: { kind: "hangup" } },
};

/** Reads a token (see identity/scenarios.ts for the list). Undefined for an unknown token. */
export function idvScenarioOf(token: string): IdvScenario | undefined {
  const [name = ""] = token.split("~");
  if (Object.hasOwn(named, name)) return named[name];
  if (wordsOf(name)) return demo;
  const slug = /^demo-(\w+)$/.exec(name)?.[1];
  if (slug)
    return Object.hasOwn(brandOfSlug, slug) ? { ...demo, brand: brandOfSlug[slug] as string } : undefined;
  const fault = aimedFaultOf(name, idvCallNames, bareCalls);
  if (!fault) return undefined;
  // A fault of the coupon or its mail needs a coupon.
  const needsCoupon = /^(coupon|mail)-/.test(name);
  return { ...(needsCoupon ? at("methodChosen", "branch") : demo), fault };
}

/** `slow` delays only one call per page. */
function bareCalls({ kind }: Fault): readonly IdvCallName[] {
  if (kind === "errors") return ["choose"];
  return kind === "slow" ? ["idv"] : idvCallNames;
}
