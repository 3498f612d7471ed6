import { Hono } from "hono";
import { createApi } from "./api.ts";
import type { Area } from "./area.ts";
import { barriers } from "./barrier/area.ts";
import { clockArea } from "./clock/area.ts";
import { timeOf } from "./clock/clock.ts";
import { consents } from "./consents/area.ts";
import { customer } from "./customer/area.ts";
import { openDatabase } from "./database.ts";
import { email } from "./email/area.ts";
import { history } from "./history.ts";
import { idempotencyMigrations } from "./idempotency.ts";
import { identity } from "./identity/provider.ts";
import { links } from "./links/area.ts";
import { login } from "./login/login.ts";
import { novum } from "./novum/area.ts";
import { offers } from "./offer/calls.ts";
import { openApiDocument } from "./openapi.ts";
import { outbox } from "./outbox/outbox.ts";
import { payment } from "./payment/payment.ts";
import { pictures } from "./pictures/area.ts";
import { Refusal } from "./problem.ts";
import { resetPage } from "./reset.ts";
import type { Sandbox } from "./sandbox.ts";
import { services } from "./services/area.ts";
import { terminationArea } from "./termination/area.ts";
import { thirdParties } from "./thirdparty/area.ts";
import { withdrawalArea } from "./withdrawal/area.ts";
import { wordsOf } from "./words.ts";

/** Every area of the provider's API. */
const apiAreas: Area[] = [
  offers,
  identity,
  payment,
  login,
  services,
  links,
  consents,
  customer,
  email,
  novum,
  terminationArea,
  withdrawalArea,
  barriers,
  outbox,
  history,
  pictures,
  thirdParties,
  resetPage,
];
const areas = [...apiAreas, clockArea(apiAreas)];

export interface SandboxSettings {
  /** SQLite file, or `:memory:`. */
  database: string;
  /** Origin of the sandbox's own pages in links; unset = paths on the caller's origin. */
  publicUrl?: string;
  /** The machine's time. */
  now?: () => Date;
  /** As a token names them: the words of every token that names none. */
  words?: string | undefined;
}

/** The reference backend as a Hono app, with a function that closes its database. */
export function createSandbox(settings: SandboxSettings): { app: Hono; close: () => void } {
  const migrations = [...idempotencyMigrations, ...areas.flatMap((area) => area.migrations ?? [])];
  const database = openDatabase(settings.database, migrations);
  const machineNow = settings.now ?? (() => new Date());
  const sandbox: Sandbox = {
    database,
    now: (token) => timeOf(database, token, machineNow()),
    machineNow,
    publicUrl: settings.publicUrl?.replace(/\/$/, "") ?? "",
    words: wordsOf(settings.words),
  };

  const app = new Hono();
  app.use("/api/*", async (context, next) => {
    await next();
    const traceId = context.req.header("x-trace-id");
    if (traceId && /^[\w.-]{1,128}$/.test(traceId)) context.header("x-trace-id", traceId);
    if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
  });

  const api = createApi(app, sandbox);
  for (const area of areas) {
    area.calls?.(api, sandbox);
    area.pages?.(app, sandbox);
  }

  let document: unknown;
  app.get("/openapi.json", (context) => {
    document ??= openApiDocument();
    return context.json(document as object, 200, { "cache-control": "public, max-age=300" });
  });
  app.notFound((context) => context.json({ code: "NOT_FOUND", message: "There is no such call." }, 404));
  app.onError((error) => {
    // Without `Retry-After`: it speaks for all of an area, and a record's fault must not close it for other testers.
    if (error instanceof Refusal) return Response.json(error.problem, { status: error.status });
    console.error("sandbox:", error);
    return Response.json({ code: "TECHNICAL_PROBLEM", message: "Sandbox error." }, { status: 500 });
  });

  return { app, close: () => sandbox.database.close() };
}
