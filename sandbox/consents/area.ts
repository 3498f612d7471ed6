import { serviceCalls } from "../../app/backend/contract/services.ts";
import { formatDateTime } from "../../app/domain/calendar.ts";
import { aimedFaultOf, attemptMigrations, playAimed } from "../aimed-fault.ts";
import type { Api, ApiRequest } from "../api.ts";
import type { Area } from "../area.ts";
import { customerScenarioOf } from "../customer/area.ts";
import { identifiedCustomer } from "../identity/customer.ts";
import { idvScenarioOf } from "../identity/token.ts";
import { liveOrder } from "../offer/orders.ts";
import { offerScenarioOf } from "../offer/token.ts";
import { sendMail } from "../outbox/outbox.ts";
import { refusal, unknownRefusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";
import { sandboxTexts } from "../texts.ts";
import { consentMigrations, consentsOf, takeBack } from "./consents.ts";

const callNames = ["list", "revoke"] as const;
const nameOf = (token: string) => token.split("~")[0] ?? "";
/** A fault of an offer, a verification or customer data is none of these calls, except a state or a bare one. */
const faultOf = (token: string) => aimedFaultOf(nameOf(token), callNames);

/** Any link of a customer opens their consents. */
function requireKnown(token: string): void {
  const name = nameOf(token);
  if (name === "expired") throw refusal(410, "LINK_EXPIRED", "This link has expired.");
  const isKnown = name === "lost" || name === "demo-none" || faultOf(token);
  if (!isKnown && !offerScenarioOf(token) && !customerScenarioOf(token) && !idvScenarioOf(token))
    throw unknownRefusal("Customer");
}

function revoke(sandbox: Sandbox, request: ApiRequest<typeof serviceCalls.revokeConsents>): void {
  const { database } = sandbox;
  const token = request.param("id");
  const { brand, body } = request;
  const { language } = body;
  const at = body.receivedAt ?? sandbox.now(token).toISOString();
  const names = takeBack(database, token, body, { at, language });
  const { email, ...customer } = liveOrder(sandbox, token)?.customer ?? identifiedCustomer(sandbox, token);
  const { revoked } = sandboxTexts[language].sandbox;
  const labels = sandboxTexts[language].email.revoked;
  sendMail(sandbox, {
    to: email,
    subject: labels.title,
    kind: "consents-revoked",
    reference: token,
    letter: {
      brand,
      language,
      customer,
      blocks: [
        { text: labels.text },
        { list: names },
        {
          rows: [[sandboxTexts[language].receipt.rows.receivedAt, formatDateTime(new Date(at), language)]],
        },
      ],
      action: body.url ? { label: revoked.open, href: body.url } : undefined,
    },
  });
}

/** To staff: nobody has verified the address. What the link names is withdrawn at once. */
function revokeByName(
  sandbox: Sandbox,
  { brand, body }: ApiRequest<typeof serviceCalls.revokeConsentsByName>,
): void {
  const { name, email, token = "", language } = body;
  const at = body.receivedAt ?? sandbox.now(token).toISOString();
  sandbox.database.insert("consents_by_name", { brand, name, email, token, at });
  if (token) takeBack(sandbox.database, token, { all: true, consents: [] }, { at, language });
  const { byName } = sandboxTexts.de.email;
  sendMail(sandbox, {
    to: "einwilligungen@provider.example",
    subject: byName.title,
    kind: "consents-by-name",
    reference: token || name,
    letter: {
      brand,
      language: "de",
      customer: { firstName: "", lastName: "" },
      blocks: [
        {
          rows: [
            [byName.name, name],
            [byName.email, email],
            [sandboxTexts.de.receipt.rows.receivedAt, formatDateTime(new Date(at), "de")],
          ],
        },
      ],
    },
  });
}

/** Consents by any of a customer's links: shown, and taken back. */
export const consents: Area = {
  migrations: [...consentMigrations, ...attemptMigrations],
  calls(api: Api, sandbox: Sandbox) {
    const before = (call: (typeof callNames)[number]) => (request: ApiRequest) => {
      const token = request.param("id");
      requireKnown(token);
      // An offer's state is its own: everybody who has its link can withdraw consents all the same.
      return playAimed(sandbox, faultOf(token), call, token, request.context);
    };
    api.read(
      serviceCalls.givenConsents,
      ({ param, language }) => ({ consents: consentsOf(sandbox.database, param("id"), language) }),
      { before: before("list") },
    );
    api.effect(serviceCalls.revokeConsentsByName, (request) => revokeByName(sandbox, request), {
      before: ({ body: { token = "" }, context }) =>
        playAimed(sandbox, faultOf(token), "revoke", token, context),
    });
    api.effect(serviceCalls.revokeConsents, (request) => revoke(sandbox, request), {
      before: before("revoke"),
      lose: ({ param }) => (nameOf(param("id")) === "lost" ? { kind: "hangup" } : undefined),
    });
  },
};
