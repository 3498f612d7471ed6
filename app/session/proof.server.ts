import { sealerOfLinks } from "./open-store.server.ts";

const seal = () => sealerOfLinks()("proof in an address");

/** A text sealed into an address: nobody can make or read one, it holds for this matter only, and needs no session. */
export const proofOf = (matter: string, text: string): string =>
  Buffer.from(seal().seal(matter, text)).toString("base64url");

/** The text of a proof; nothing for one that is not of this matter. */
export const provenBy = (matter: string, proof: string | null): string | undefined =>
  proof ? seal().open(matter, Buffer.from(proof, "base64url")) : undefined;
