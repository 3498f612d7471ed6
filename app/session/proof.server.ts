import { bytesIn } from "./encryption.server.ts";
import { sealerOfLinks } from "./open-store.server.ts";

const seal = () => sealerOfLinks()("proof in an address");

/** A text sealed into a URL: it cannot be read or forged, is valid for one `matter` only, and needs no session. */
export const proofOf = (matter: string, text: string): string =>
  Buffer.from(seal().seal(matter, text)).toString("base64url");

/** The text of a proof; undefined if it is invalid or was made for another `matter`. */
export function readProof(matter: string, proof: string | null): string | undefined {
  const bytes = bytesIn(proof ?? "");
  return bytes && seal().open(matter, bytes);
}
