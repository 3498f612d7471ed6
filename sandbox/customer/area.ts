import { randomBytes } from "node:crypto";
import { customerCalls } from "../../app/backend/contract/customer.ts";
import { maskIban } from "../../app/domain/iban.ts";
import { maskEmail, maskPhone } from "../../app/domain/masked.ts";
import { type AimedFault, aimedFaultOf, attemptMigrations, countAttempt, playAimed } from "../aimed-fault.ts";
import type { Api, ApiRequest } from "../api.ts";
import type { Area } from "../area.ts";
import type { Fault } from "../faults.ts";
import { fieldRefusal, refusal, unknownRefusal } from "../problem.ts";
import type { Sandbox } from "../sandbox.ts";
import { isIban } from "../services/iban.ts";
import { wordsOf } from "../words.ts";
import {
  type Customer,
  changed,
  changedParts,
  customerMigrations,
  storeCustomer,
  storedCustomer,
  variants,
} from "./customers.ts";
import { mailChanged } from "./mails.ts";

const callNames = ["load", "save"] as const;
type CallName = (typeof callNames)[number];

interface CustomerScenario {
  start: Customer;
  expired?: boolean;
  /** A concurrent change happens right before the first save. */
  overtaken?: boolean;
  /** It acts, and this is sent instead of its first response. */
  lost?: Fault;
  fault?: AimedFault<CallName>;
}

/** Undefined for an unknown token. */
export function customerScenarioOf(token: string): CustomerScenario | undefined {
  const [name = ""] = token.split("~");
  const start = variants.demo as Customer;
  if (Object.hasOwn(variants, name)) return { start: variants[name] as Customer };
  if (wordsOf(name)) return { start };
  if (name === "expired") return { start, expired: true };
  if (name === "stale") return { start, overtaken: true };
  if (name === "save-lost") return { start, lost: { kind: "hangup" } };
  const fault = aimedFaultOf(name, callNames);
  return fault && { start, fault };
}

function masked({ email, phone, bankAccount, ...customer }: Customer, version: number) {
  return {
    ...customer,
    version: `v${version}`,
    email: email && maskEmail(email),
    phone: phone && maskPhone(phone),
    bankAccount: bankAccount && { ...bankAccount, iban: maskIban(bankAccount.iban) },
  };
}

function registerCalls(api: Api, sandbox: Sandbox): void {
  const { database } = sandbox;
  const found = (request: ApiRequest): CustomerScenario => {
    const scenario = customerScenarioOf(request.param("id"));
    if (!scenario) throw unknownRefusal("Customer");
    if (scenario.expired) throw refusal(410, "LINK_EXPIRED", "This link has expired.");
    return scenario;
  };
  const before = (call: CallName) => (request: ApiRequest) =>
    playAimed(sandbox, found(request).fault, call, request.param("id"), request.context);

  api.read(
    customerCalls.customerDetails,
    (request) => {
      const { customer, version } = storedCustomer(database, request.param("id"), found(request).start);
      return masked(customer, version);
    },
    { before: before("load") },
  );

  api.effect(
    customerCalls.changeCustomerDetails,
    (request) => {
      const id = request.param("id");
      const { body } = request;
      const { customer, version } = storedCustomer(database, id, found(request).start);
      if (body.version !== `v${version}`)
        throw refusal(409, "CUSTOMER_DATA_CHANGED", "The data was changed meanwhile.");
      const fields = changedParts(body);
      if (fields.length === 0)
        throw fieldRefusal([{ field: "", code: "REQUIRED", message: "Nothing to change." }]);
      if (body.bankAccount && !isIban(body.bankAccount.iban))
        throw fieldRefusal([{ field: "bankAccount.iban", code: "INVALID" }]);
      const after = changed(customer, body);
      const reference = `K-${randomBytes(5).toString("hex").toUpperCase()}`;
      const receivedAt = sandbox.now(id).toISOString();
      storeCustomer(database, id, after, version + 1);
      database.insert("customer_changes", { reference, id, at: receivedAt, fields: fields.join() });
      mailChanged(sandbox, request, { id, reference, before: customer, after, changed: fields });
      return { reference, receivedAt };
    },
    {
      before(request) {
        const scenario = found(request);
        if (scenario.overtaken) overtake(sandbox, request.param("id"), scenario.start);
        return before("save")(request);
      },
      lose: (request) => found(request).lost,
    },
  );
}

/** A concurrent change of address, once. */
function overtake({ database }: Sandbox, id: string, start: Customer): void {
  database.transaction(() => {
    if (countAttempt(database, id, "overtake") > 1) return;
    const { customer, version } = storedCustomer(database, id, start);
    const address = { street: "Lindenallee", houseNumber: "7", postalCode: "10115", city: "Berlin" };
    storeCustomer(database, id, { ...customer, address, phone: "+493023125222" }, version + 1);
  });
}

/** Customer data: read masked, changed with optimistic locking. */
export const customer: Area = {
  migrations: [...customerMigrations, ...attemptMigrations],
  calls: registerCalls,
};
