import { z } from "zod";
import { backendBrand } from "#app/brand/backend-brand.ts";
import { call } from "./call.ts";
import { instant, language, postalAddress, receiptFacts } from "./common.ts";
import { emptyCounts } from "./rules.ts";

/** Calls that several journeys share (login, lists, consents, checks), and single calls of a journey. */
export const token = z.object({
  data: z.object({
    token: z
      .string()
      .meta({ description: "Sent as `Authorization: Bearer` with the customer's further calls." }),
    expiresIn: z
      .number()
      .int()
      .min(1)
      .optional()
      .meta({ description: "Lifetime in seconds. Absent: until a call with it is answered 401." }),
  }),
});

export const nationalities = z
  .array(
    z.object({
      code: z.string().meta({ description: "ISO 3166-1 alpha-2." }),
      name: z.string().meta({ description: "In the language of `Accept-Language`." }),
    }),
  )
  .min(1);
export type Nationalities = z.infer<typeof nationalities>;

const channel = z.enum(["email", "phone", "sms", "post", "data"]);
/** What a consent allows, as far as the portal has words for it. */
export const consentChannels = channel.options;

export const consent = z.object({
  id: z.string(),
  version: z.string().meta({
    description: "Of the text. It comes back with an order, beside the time of the customer's choice.",
  }),
  channel,
  text: z.string().meta({ description: "Text in the language of `Accept-Language`." }),
  validFrom: instant,
});
export type Consent = z.infer<typeof consent>;

export const givenConsent = z.object({
  id: z.string().min(1),
  channel: z
    .enum([...consentChannels, "unknown"])
    .optional()
    .meta({ description: "What it allows; any other is shown by `name`." }),
  name: z.string().optional().meta({
    description:
      "What the customer reads, in the language of `Accept-Language`. Absent: the portal's name of the channel, or the id.",
  }),
  given: z.boolean().meta({ description: "Whether it stands now, whoever asked for it, and where." }),
  since: instant
    .optional()
    .meta({ description: "When it was given, or taken back. Absent: never given, or unknown." }),
});
export type GivenConsent = z.infer<typeof givenConsent>;

export const givenConsents = z.object({
  consents: emptyCounts(z.array(givenConsent))
    .optional()
    .meta({ description: "Empty: there is none. Absent: it is not known, and the page says so." }),
});

export const revocation = z
  .object({
    receivedAt: receiptFacts.receivedAt,
    url: z
      .url()
      .optional()
      .meta({ description: "The portal's page of this link's consents, for the confirmation mail." }),
    all: z.boolean().meta({ description: "Every consent of this customer, also those that no list names." }),
    consents: z.array(z.string()).meta({
      description:
        "Otherwise those that are taken back, by their ids. Where the portal could not load the list: channels.",
    }),
    language,
  })
  .meta({ description: "Consents that a customer takes back (Art. 7 (3) GDPR)." });
export type Revocation = z.infer<typeof revocation>;

export const revocationByName = z
  .object({
    receivedAt: receiptFacts.receivedAt,
    name: z.string().meta({ description: "As typed." }),
    email: z.string().meta({ description: "As typed: nobody has verified it." }),
    token: z.string().optional().meta({
      description: "Of the link that opens nothing any more, where the customer came from one.",
    }),
    language,
  })
  .meta({ description: "All consents of a customer whose link opens nothing any more (Art. 7 (3) GDPR)." });
export type RevocationByName = z.infer<typeof revocationByName>;

export const addressCheck = z.union([
  z
    .object({ result: z.literal("valid"), suggestions: z.array(postalAddress).default([]) })
    .meta({ description: "The address exists; a suggestion is its spelling by the service." }),
  z
    .object({ result: z.enum(["corrected", "choice"]), suggestions: z.array(postalAddress).min(1) })
    .meta({ description: "The service's suggestions: one (`corrected`) or several (`choice`)." }),
]);

export const ibanCheck = z.object({
  valid: z.boolean(),
  bankName: z.string().optional(),
  bic: z.string().optional(),
});

export const novumEntry = z.object({
  offerToken: z
    .string()
    .regex(/^(?!\.+$)[\w.~-]{1,200}$/)
    .meta({ description: "The offer behind this id, used as a path segment." }),
});

/** What the provider can do of what not every provider can, as far as a page has to know it before anything is pressed. */
export const abilities = z.object({
  newLink: z.boolean().default(false).meta({
    description: "It has POST /api/{brand}/links/{id}: pages offer to have a new link sent.",
  }),
});
export type Abilities = z.infer<typeof abilities>;

export const newLink = z.object({
  url: z.url({ protocol: /^https?$/ }).meta({
    description:
      "The portal's page that the customer's link opens, with its token, language and brand. A provider that makes its links itself needs nothing of it.",
  }),
});

export const serviceCalls = {
  abilities: call("GET /api/{brand}/abilities", "What the provider can do of what not every provider can", {
    answer: abilities,
    addition: "The buttons that depend on it are left out, and nothing is said of them.",
  }),
  sendNewLink: call(
    "POST /api/{brand}/links/{id}",
    "Mails the customer a link that works, if the token was ever one",
    {
      body: newLink,
      answer: "nothing",
      repeatable: true,
      duty: "Mail the current link, in the language of `Accept-Language` and within minutes, to the address that had the first one, or to the order's once its offer is ordered, to no other. The answer is the same for every token, known or not, and whether or not a mail is sent; at most one mail an hour for each token. An earlier link stays what it was.",
      addition:
        "Nothing is sent, and the page names the hotline. GET /api/{brand}/abilities says before that there is no such call.",
    },
  ),
  exchangeCode: call("GET /api/auth/token", "Bearer token for a login code", {
    query: z.object({ code: z.string() }),
    answer: token,
  }),
  nationalities: call("GET /api/{brand}/lists/nationalities", "Nationalities in the language asked for", {
    answer: nationalities,
  }),
  consent: call("GET /api/consent/{id}", "Text and version of a consent", {
    answer: consent,
    withoutLink: true,
  }),
  givenConsents: call(
    "GET /api/{brand}/consents/{id}",
    "The customer's consents, each with its present state",
    {
      answer: givenConsents,
      addition: "The page says that it cannot show what was given, and takes back all of it, or channels.",
    },
  ),
  revokeConsents: call("POST /api/{brand}/consents/{id}", "The customer takes consents back", {
    body: revocation,
    answer: "nothing",
    repeatable: true,
    duty: "From `receivedAt` on, use none of them (Art. 7 (3) GDPR), whatever another list says; what was done before stays lawful. `{id}` is the token of any link that the customer got: of an offer, a verification, customer data or an advertising mail. Mail a confirmation to the customer's address, with what was taken back and when.",
    addition:
      "The portal has received it, says so to the customer, sends it ten times, and then leaves it to staff: it lists it for its operator (`npm run declarations`) with all that is needed to act.",
  }),
  revokeConsentsByName: call(
    "POST /api/{brand}/consents",
    "A customer without a link takes all consents back",
    {
      body: revocationByName,
      answer: "nothing",
      repeatable: true,
      duty: "Pass it to staff, who find the customer by what was typed. From `receivedAt` on, use none of their consents at this brand; what was done before stays lawful. Mail a confirmation to the address that you have of this customer, and none to one that nobody has verified.",
      addition:
        "The portal has received it, says so to the customer, sends it ten times, and then leaves it to staff: it lists it for its operator (`npm run declarations`) with all that is needed to act.",
    },
  ),
  checkAddress: call("POST /api/validation/{brand}/address", "Postal check of an address", {
    body: postalAddress,
    answer: addressCheck,
    repeatable: true,
    readOnly: true,
  }),
  checkIban: call("POST /api/validation/{brand}/iban", "Whether a bank account can be charged", {
    body: z.object({ iban: z.string() }),
    answer: ibanCheck,
    repeatable: true,
    readOnly: true,
  }),
  declineEmail: call(
    "POST /api/declinemail",
    "Unsubscribes the token's address from advertising mails; repeating changes nothing",
    {
      query: z.object({ token: z.string().min(1), brand: backendBrand }),
      answer: "nothing",
      repeatable: true,
      duty: "Send no more advertising to the address behind the token (§ 7 (3) UWG), from now on, whatever its brand's other lists say. No mail confirms it: the page does. Each advertising mail has the link in its text and in `List-Unsubscribe`, with `List-Unsubscribe-Post: List-Unsubscribe=One-Click` (RFC 8058).",
    },
  ),
  novumEntry: call("GET /api/entry/novum", "The offer behind a Novum id", {
    query: z.object({ id: z.string().min(1) }),
    answer: novumEntry,
  }),
};
