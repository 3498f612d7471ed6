import { serviceCalls } from "../../app/backend/contract/services.ts";
import { nationalitiesIn } from "../../app/domain/nationalities.ts";
import { attemptMigrations, playAimed } from "../aimed-fault.ts";
import type { ApiRequest } from "../api.ts";
import type { Area } from "../area.ts";
import { actOut, parseFault } from "../faults.ts";
import { refusal, unknownRefusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";
import { addressAnswer } from "./addresses.ts";
import { consentOf } from "./consents.ts";
import { ibanAnswer } from "./iban.ts";
import { type ListCall, listFaultOf } from "./scenarios.ts";

/** Texts and lists rarely change; portals may cache them for an hour. */
const cacheable = { "cache-control": "public, max-age=3600", vary: "Accept-Language" };

/** Plays the fault named by the browser's trace id. */
export const playListFault = (sandbox: Sandbox, call: ListCall, { traceId, context }: ApiRequest) =>
  playAimed(sandbox, listFaultOf(traceId), call, traceId ?? "", context);

/** Lists, consents and checks that several journeys share. */
export const services: Area = {
  migrations: attemptMigrations,
  calls(api, sandbox) {
    api.read(serviceCalls.nationalities, ({ language }) => nationalitiesIn(language), {
      headers: cacheable,
      before: (request) => playListFault(sandbox, "nationalities", request),
    });

    api.read(
      serviceCalls.consent,
      ({ param, language }) => {
        const consent = consentOf(param("id"), language);
        if (!consent) throw unknownRefusal("Consent");
        return consent;
      },
      {
        headers: cacheable,
        before: async ({ param, context }) => {
          const fault = parseFault(param("id"));
          return fault && actOut(fault, context, sandbox.machineNow());
        },
      },
    );

    api.read(serviceCalls.checkAddress, ({ body, language }) => addressAnswer(body, language), {
      // "Ausfall" alone is a 503; "Ausfall hangup", "Ausfall slow-3000", … play that fault.
      before: async ({ body, context }) => {
        const outage = /ausfall\s*(\S*)/i.exec(body.street);
        if (!outage) return undefined;
        const fault = parseFault(outage[1] ?? "");
        if (fault) return actOut(fault, context, sandbox.machineNow());
        throw refusal(503, "TECHNICAL_PROBLEM", "The address check is out of order.");
      },
    });

    api.read(serviceCalls.checkIban, ({ body, language }) => ibanAnswer(body.iban, language));
  },
};
