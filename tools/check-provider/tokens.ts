import { z } from "zod";
import { language } from "#app/backend/contract/common.ts";
import { backendBrand } from "#app/brand/backend-brand.ts";

const token = z.string().min(1).optional();

/** The link or id with which each call is made. A call without one is skipped. */
const tokens = z.strictObject({
  brand: backendBrand.default("O2"),
  language: language.default("de"),
  /** Sent with every call, for a provider that requires a login. */
  bearer: token,
  /** Of a customer to whom none of these links belongs. */
  otherBearer: token,
  /** An offer that is open. */
  offer: token,
  /** An offer that asks for a login. */
  login: token,
  /** An offer that was ordered. */
  ordered: token,
  idv: token,
  customer: token,
  /** Any link of a customer who has given consents. */
  consents: token,
  /** `data` of a link from the selfcare pages. */
  prefill: token,
  novum: token,
  /** The code that a login returns with. */
  code: token,
  /** Links that are refused, by the state of specification §4 that the portal has to show. */
  refused: z.record(z.string(), z.string().min(1)).default({}),
  /** Used up by `--act`, one each. */
  act: z
    .strictObject({
      order: token,
      reset: token,
      preview: token,
      idv: token,
      coupon: token,
      customer: token,
      prefill: token,
      decline: token,
      consents: token,
      newLink: token,
      no: token,
    })
    .default({}),
});
export type Tokens = z.infer<typeof tokens>;

/** @throws Error if the file is not JSON, or with the fields that are wrong; never with their values */
export function readTokens(text: string): Tokens {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error("The file of tokens is no JSON.");
  }
  const read = tokens.safeParse(json);
  if (read.success) return read.data;
  const wrong = read.error.issues.map(
    (issue) => (issue.code === "unrecognized_keys" ? issue.keys : issue.path).join(".") || "all of it",
  );
  throw new Error(`The file of tokens is not as docs/check-provider.md says: ${wrong.join(", ")}.`);
}
