import { bytesIn } from "./encryption.server.ts";
import { sealerOfLinks } from "./open-store.server.ts";

const seal = () => sealerOfLinks()("proof in an address");

/** Seals a text into a URL: it cannot be read or forged, is valid for one `purpose` only, and needs no session. */
export const sealParam = (purpose: string, text: string): string =>
  Buffer.from(seal().seal(purpose, text)).toString("base64url");

/** The text that was sealed; undefined if it is invalid or was made for another `purpose`. */
export function openParam(purpose: string, param: string | null): string | undefined {
  const bytes = bytesIn(param ?? "");
  return bytes && seal().open(purpose, bytes);
}
