import { type CallName, calls } from "#app/backend/contract/calls.ts";
import * as acting from "./acts.ts";
import type { Asker } from "./asker.ts";
import * as reading from "./reads.ts";
import { notAsked } from "./report.ts";
import type { Tokens } from "./tokens.ts";

type Step = (asker: Asker, tokens: Tokens) => Promise<unknown>;
/** The step that makes a call: one that only reads, one with an effect, or the one of another call. */
type Row = { read: Step } | { act: Step } | { with: CallName };

/** How each call is made, in this order. A call of the contract that has no row does not compile. */
const steps: Record<CallName, Row> = {
  checkAddress: { read: reading.readAddress },
  checkIban: { read: reading.readAccount },
  nationalities: { read: ({ ask }) => ask(calls.nationalities) },
  loadOffer: { read: reading.readOffer },
  verifyOffer: { with: "loadOffer" },
  previewOffer: { with: "loadOffer" },
  offerDocument: { with: "loadOffer" },
  consent: { with: "loadOffer" },
  offerSummary: { read: reading.readSummary },
  exchangeCode: { read: reading.readLogin },
  novumEntry: { read: reading.enterByNovum },
  loadIdv: { read: reading.readVerification },
  idvMethods: { with: "loadIdv" },
  idvCoupon: { with: "loadIdv" },
  customerDetails: { read: reading.readCustomer },
  terminationConfig: { read: ({ ask }) => ask(calls.terminationConfig) },
  prefilledTerminationConfig: { read: ({ ask }) => ask(calls.prefilledTerminationConfig) },
  prefillTermination: { read: reading.readPrefill },
  givenConsents: { read: reading.readConsents },
  abilities: { read: ({ ask }) => ask(calls.abilities) },

  acceptOffer: { act: acting.order },
  correctEmail: { with: "acceptOffer" },
  correctPorting: { with: "acceptOffer" },
  readEsim: { with: "acceptOffer" },
  replaceEsim: { with: "acceptOffer" },
  resetOffer: { act: acting.actOnReset },
  resetPreview: { act: acting.actOnPreview },
  declineOffer: { act: acting.actOnDecline },
  chooseIdvMethod: { act: acting.actOnVerification },
  mailIdvCoupon: { act: acting.actOnCoupon },
  changeCustomerDetails: { act: acting.actOnCustomer },
  terminate: { act: acting.terminate },
  terminationUpload: { with: "terminate" },
  loadTermination: { with: "terminate" },
  terminationDownload: { with: "terminate" },
  terminatePrefilled: { act: acting.terminatePrefilled },
  loadPrefilledTermination: { with: "terminatePrefilled" },
  prefilledTerminationDownload: { with: "terminatePrefilled" },
  withdraw: { act: acting.withdraw },
  loadWithdrawal: { with: "withdraw" },
  withdrawalDownload: { with: "withdraw" },
  declineEmail: { act: acting.declineEmail },
  revokeConsents: { act: acting.revokeConsents },
  revokeConsentsByName: { act: acting.revokeByName },
  sendNewLink: { act: acting.askForLink },
  reportBarrier: { act: acting.reportBarrier },
};

interface Walk {
  /** Also makes the calls with an effect. */
  acts: boolean;
  /** The calls of the journeys that are asked for. */
  asked: ReadonlySet<CallName>;
}

/** Makes all calls that only read and, if requested, those with an effect. */
export async function checkCalls(asker: Asker, tokens: Tokens, { acts, asked }: Walk): Promise<void> {
  for (const [name, row] of Object.entries(steps)) {
    if (!asked.has(name as CallName)) continue;
    if ("read" in row) await row.read(asker, tokens);
    if ("act" in row && acts) await row.act(asker, tokens);
  }
  const callsAsked = [...asked].map((name) => calls[name]);
  asker.skipRest(callsAsked, acts ? "what it needs was not to be had" : "it acts: only with --act");
  asker.skipRest(Object.values(calls), notAsked);
}
