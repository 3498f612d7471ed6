import { proofFault, proofHeadBytes } from "#app/domain/proof-content.ts";

/** By content alone, as on the server: what browsers call a file depends on the machine. */
export const faultOf = async (file: File) =>
  proofFault(new Uint8Array(await file.slice(0, proofHeadBytes).arrayBuffer()));
