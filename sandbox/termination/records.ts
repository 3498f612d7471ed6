import type {
  PrefilledTermination,
  Termination,
  TerminationReceipt as TerminationAnswer,
  TerminationPrefill,
  UploadedProof,
} from "../../app/backend/contract/termination.ts";
import { addMonths, berlinDate } from "../../app/domain/calendar.ts";
import { maskIfIban } from "../../app/domain/iban.server.ts";
import { requestedEnd } from "../../app/domain/termination-dates.ts";
import type { TerminationReason } from "../../app/domain/termination-reasons.ts";
import type { UploadedFile } from "../api.ts";
import type { Migration } from "../database.ts";
import { prepaidBrands } from "../offer/offers.ts";
import type { Sandbox } from "../sandbox.ts";
import { confirmedEndDate, earliestEndDate, specialEndDate } from "./end-dates.ts";
import { terminationScenarioOf } from "./scenarios.ts";
import { serviceName } from "./services.ts";

export const terminationMigrations: Migration[] = [
  {
    name: "termination-1",
    sql: `CREATE TABLE terminations (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, brand TEXT NOT NULL, at TEXT NOT NULL, scenario TEXT,
      receipt TEXT NOT NULL);
      CREATE TABLE termination_uploads (
        termination TEXT NOT NULL, sha256 TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, size INTEGER NOT NULL,
        at TEXT NOT NULL, PRIMARY KEY (termination, sha256))`,
  },
];

/** The sandbox says when it was received. */
export type TerminationReceipt = TerminationAnswer & { receivedAt: string };

export type StoredTerminationKind = "open" | "prefilled";

interface Row {
  id: string;
  kind: StoredTerminationKind;
  brand: string;
  at: string;
  scenario: string | null;
  receipt: string;
}
export interface StoredTermination extends Omit<Row, "receipt"> {
  receipt: TerminationReceipt;
}

export function terminationOf(
  { database }: Sandbox,
  kind: StoredTerminationKind,
  brand: string,
  id: string,
): StoredTermination | undefined {
  const sql = "SELECT * FROM terminations WHERE id = ? AND kind = ? AND brand = ?";
  const row = database.one<Row>(sql, id, kind, brand);
  return row && withUploads(database, row);
}

/** Latest first. */
export function terminations({ database }: Sandbox): StoredTermination[] {
  const rows = database.all<Row>("SELECT * FROM terminations ORDER BY rowid DESC LIMIT 200");
  return rows.map((row) => withUploads(database, row));
}

function withUploads(database: Sandbox["database"], row: Row): StoredTermination {
  const uploads = database.all<UploadedProof>(
    "SELECT name, type, size, at AS receivedAt, sha256 FROM termination_uploads WHERE termination = ? ORDER BY rowid",
    row.id,
  );
  return { ...row, receipt: { ...(JSON.parse(row.receipt) as TerminationReceipt), uploads } };
}

/** Stores a file; the same content only once. */
export function storeUpload(
  { database, now }: Sandbox,
  { id, scenario }: StoredTermination,
  type: string,
  file: UploadedFile,
) {
  const { sha256, name, size } = file;
  const row = { termination: id, sha256, name, type, size, at: now(scenario ?? id).toISOString() };
  database.insert("termination_uploads", row, "IGNORE");
}

/** The invented contract behind the opaque data of a selfcare link. */
export function prefillOf(sandbox: Sandbox, brand: string, data: string): TerminationPrefill {
  const received = sandbox.now(data);
  return {
    serviceType: prepaidBrands.has(brand) ? "prepaid" : "mobile",
    firstName: "Deniz",
    lastName: "Muster",
    phoneNumber: "+4915228817386",
    customerNumber: "K-4711-0815",
    // Each link has a contract of its own, so that a waiting termination blocks no other.
    contractNumber: `V-2024-${digitsOf(data)}`,
    tariff: prepaidBrands.has(brand) ? "Prepaid M" : "Mobil M",
    email: "deniz.muster@example.com",
    earliestEndDate: earliestEndDate(received, contractOf(data, received)),
  };
}
const digitsOf = (data: string) =>
  [...data].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e8, 7);

function contractOf(scenario: string | undefined, now: Date) {
  return terminationScenarioOf(scenario)?.minimumTerm
    ? { minimumTermEnd: addMonths(berlinDate(now), 10) }
    : {};
}

/** Stores a termination with the computed end of the contract. */
export function receiveTermination(
  sandbox: Sandbox,
  request: { kind: StoredTerminationKind; brand: string; id: string; scenario: string | undefined },
  body: Termination | PrefilledTermination,
): TerminationReceipt {
  const { kind, brand, id, scenario } = request;
  // What counts is when the portal received it, however much later it arrives here.
  const now = body.receivedAt ? new Date(body.receivedAt) : sandbox.now(scenario ?? id);
  const special = body.cancellationType === "Special" && body.reason !== "None";
  const wished = requestedEnd({ ...body, moveDate: special ? body.details?.moveDate : undefined });
  const specialEnd = special
    ? specialEndDate(body.reason as TerminationReason, now, {
        moveDate: body.details?.moveDate,
        wished,
        dateOfDeath: body.details?.dateOfDeath,
      })
    : undefined;
  const known = "data" in body ? prefillOf(sandbox, brand, body.data) : undefined;
  const { payout, ...declared } = body;
  const receipt: TerminationReceipt = {
    id,
    receivedAt: now.toISOString(),
    endDate: confirmedEndDate(wished, earliestEndDate(now, contractOf(scenario, now))),
    ...(specialEnd && { specialEndDate: specialEnd }),
    declaration: {
      ...withoutData(declared),
      ...("customer" in body ? { customer: body.customer } : { customer: nameOf(known) }),
      ...(known && {
        serviceType: known.serviceType,
        phoneNumber: known.phoneNumber,
        customerNumber: known.customerNumber,
        contractNumber: known.contractNumber,
        tariff: known.tariff,
      }),
      serviceName: serviceName(known?.serviceType ?? body.serviceType, body.language),
      ...(payout && {
        payout: { accountHolder: payout.accountHolder, maskedIban: maskIfIban(payout.iban) },
      }),
      proofAnnounced: body.proofAnnounced,
    },
    uploads: [],
    sentTo: [body.confirmation.email, body.confirmation.phone].filter((to) => to !== undefined),
  };
  sandbox.database.insert("terminations", {
    id,
    kind,
    brand,
    at: receipt.receivedAt,
    scenario: scenario ?? null,
    receipt: JSON.stringify(receipt),
  });
  return receipt;
}

function withoutData<T extends object>(body: T): Omit<T, "data"> {
  const { data: _, ...rest } = body as T & { data?: string };
  return rest;
}

function nameOf(known: TerminationPrefill | undefined) {
  return { firstName: known?.firstName ?? "", lastName: known?.lastName ?? "" };
}
