import { minutesShownAgain } from "#app/domain/esim.ts";
import { call } from "./call.ts";
import { offer, offerVerification, verificationRefusal } from "./offer.ts";
import {
  acceptance,
  acceptanceAnswer,
  acceptanceRefusal,
  emailCorrection,
  esimActivation,
  offerDecline,
  offerSummary,
  portingCorrection,
} from "./order.ts";

export const offerCalls = {
  verifyOffer: call("GET /api/offer/verify/{id}", "State of an offer before it is loaded", {
    answer: offerVerification,
    refusal: verificationRefusal,
  }),
  loadOffer: call("GET /api/offer/{id}", "The offer with its products and prices", { answer: offer }),
  previewOffer: call("GET /api/offer/{id}/preview", "The offer for reading only", { answer: offer }),
  resetPreview: call("POST /api/offer/{id}/preview/reset", "Puts a preview back to its start", {
    answer: "nothing",
    duty: "Send no mail: nothing was ordered.",
  }),
  acceptOffer: call("POST /api/offer/accept/{id}", "The customer's order", {
    body: acceptance,
    answer: acceptanceAnswer,
    refusal: acceptanceRefusal,
    duty: "Confirm the order by mail as soon as it is placed (§ 312i (1) BGB), and where a payment provider is part of it, once it is paid: products, prices with their months and VAT included, number, in `language`. Attach contract summary, terms and withdrawal information before the service begins (§ 312f (2) BGB). Say what is open and who does what (identity, eSIM, number), as the order's page does. The link is `returnUrl`, which opens that page; an identity verification that follows has a mail of its own with the link `/idv/{idvId}`.",
  }),
  offerSummary: call("GET /api/offer/summary/{id}", "What was ordered, after acceptance", {
    answer: offerSummary,
  }),
  offerDocument: call(
    "GET /api/offer/documents/{id}/{itemId}/{type}",
    "A document of the offer: offer token, item id, document type",
    { answer: "pdf" },
  ),
  declineOffer: call("POST /api/offer/decline/{id}", "The customer's no to an open offer", {
    body: offerDecline,
    answer: "nothing",
    duty: "From now on the offer is OFFER_CANCELLED for everybody, and nobody reminds of it. A mail confirms the no, with its time, within minutes. `notRequested` goes to somebody who looks into how the offer came about, and no contract, delivery or invoice follows from it (§ 241a BGB, § 54 (3) TKG).",
    addition:
      "An offer that says `declinable` asks for it, and the page then names the hotline. Any other offer has no button.",
  }),
  correctEmail: call("POST /api/offer/email/{id}", "The customer corrects the e-mail address of an order", {
    body: emailCorrection,
    answer: "nothing",
    duty: "From now on every mail about the order goes to the new address, and the summary names it. Mail the confirmation of the order to it again, with its documents, at once. Tell the old address and the new one that it was changed, without naming either to the other: that is how a customer notices a change by somebody else. The portal asks for the session that has ordered, without a login, or with the bearer token of a login that was made for this link: 403 unless the bearer's customer is the order's, 401 if it is no longer valid.",
    addition:
      "A summary that says `emailCorrectable` asks for it. The confirmation of any other order names the hotline.",
  }),
  correctPorting: call("POST /api/offer/porting/{id}", "The customer settles why a number is not released", {
    body: portingCorrection,
    answer: "nothing",
    duty: "Ask the old provider again at once, with what was corrected. From now on the summary has no `porting.refused`, until the old provider has answered: then the day, or why not. Tell the customer by mail that it was asked again, and how that ended: that is how they notice a change by somebody else. The portal asks for the session that has ordered, without a login, or with the bearer token of a login that was made for this link: 403 unless the bearer's customer is the order's, 401 if it is no longer valid.",
    addition:
      "A summary whose `porting` says `correctable` asks for it. Any other order says why the number is not released, and names the hotline.",
  }),
  readEsim: call("POST /api/offer/esim/{id}", "Hands out the eSIM of an order, once", {
    answer: esimActivation,
    duty: `The first call gets the profiles, and so does its repetition with the same \`Idempotency-Key\` within ${minutesShownAgain} minutes; afterwards it is refused (410, \`ESIM_READ\`). From the first call on, \`esim\` is \`read\`, and \`esimAgainUntil\` says how long it is shown again. The portal asks for the session that has ordered, without a login, or with the bearer token of a login that was made for this link: 403 unless the bearer's customer is the order's, 401 if it is no longer valid, however openly the link shows the rest. Whoever reads nothing within a day gets the QR code by mail. A profile that is lost is replaced by \`POST /api/offer/esim-replacement/{id}\`, or by the hotline.`,
    addition: "The confirmation says that the QR code is mailed, as without `esim`.",
  }),
  replaceEsim: call("POST /api/offer/esim-replacement/{id}", "A new eSIM in place of one that is lost", {
    answer: "nothing",
    duty: "The eSIM that was handed out stops working, and `esim` is `ready`: the next `POST /api/offer/esim/{id}` hands out the new one, once. Mail the order's address at once that a new eSIM was asked for: that is how a customer notices that it was somebody else. After some replacements, leave `esimReplaceable` out: the hotline asks back. The portal asks for the session that has ordered, without a login, or with the bearer token of a login that was made for this link: 403 unless the bearer's customer is the order's, 401 if it is no longer valid.",
    addition:
      "A summary that says `esimReplaceable` asks for it. With any other order, the hotline replaces an eSIM.",
  }),
  resetOffer: call("PATCH /api/offer/{id}", "Opens a stuck offer again", {
    answer: "nothing",
    duty: "Release what was reserved for it. No mail: the customer goes on at once.",
  }),
};
