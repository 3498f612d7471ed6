import { loadReceipt } from "#app/backend/declarations.server.ts";
import { actingPatienceMs } from "#app/backend/running-calls.server.ts";
import type { TerminationKind, uploadProof } from "#app/backend/terminations.server.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { endOf, evidenceAfterAsking, evidenceOf, isUndecided } from "./evidence.ts";

type Uploads = readonly { size?: number | undefined }[];
const hasProof = (uploads: Uploads, bytes: number | undefined) => uploads.some(({ size }) => size === bytes);

/**
 * What became of a proof, by the call that sent it and the provider's list.
 * @param bytes undefined if it was not sent completely
 */
export async function endOfProof(
  context: RequestContext,
  { kind, id, bytes }: { kind: TerminationKind; id: string; bytes: number | undefined },
  result: Awaited<ReturnType<typeof uploadProof>>,
) {
  let said = evidenceOf(result);
  if (bytes === undefined) said = "didNot";
  // The same content sent again is stored once, so that a response that cannot be read is no reason to wait.
  else if (!result.ok && result.failure?.kind === "unreadable") said = "unclear";
  const ended = await endOf(result, said, async () => {
    const asked = await loadReceipt(context, kind, id);
    const uploads = asked.ok ? asked.data.uploads : undefined;
    return uploads && (hasProof(uploads, bytes) ? { did: undefined } : "didNot");
  });
  return ended;
}

/**
 * As `endOfProof`, later. Once its call has ended, the provider's list says that a proof is not there if it does not have it.
 * @param waitedMs by the looks of its page, each a pause after the one before: portals' clocks may be hours apart
 */
export function endOfPendingProof(
  { bytes, waitedMs }: { bytes: number; waitedMs: number },
  { uploads, isListed }: { uploads: Uploads; isListed?: boolean },
) {
  const before = waitedMs >= actingPatienceMs() ? "unclear" : "pending";
  const known = evidenceAfterAsking(before, hasProof(uploads, bytes) || (isListed ? false : undefined));
  return isUndecided(known) ? "unknown" : known;
}
