import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { downloadReceipt, loadReceipt } from "#app/backend/declarations.server.ts";
import { actingPatienceMs } from "#app/backend/running-calls.server.ts";
import { type TerminationKind, uploadProof } from "#app/backend/terminations.server.ts";
import { givesReason } from "#app/errors/errors.ts";
import type { RequestContext } from "#app/request/context.server.ts";
import { mostSends } from "./acts.ts";
import { endOf, evidenceAfterAsking, evidenceOf, isUndecided } from "./evidence.ts";
import { readAgainWhile } from "./lagging-read.server.ts";
import { isUnknownForLong } from "./waiting-page.server.ts";

type Uploads = readonly { size?: number | undefined }[];
const hasProof = (uploads: Uploads, bytes: number | undefined) => uploads.some(({ size }) => size === bytes);

interface ProofFile {
  name: string;
  type: string;
  content: AsyncIterable<Uint8Array>;
  /** All of it, once it has been read, if it is small enough to be kept. */
  copy: () => Uint8Array[] | undefined;
}
type Sent = Awaited<ReturnType<typeof uploadProof>>;

/** While it has not been there for long, a provider may not find what it has taken: neither to read it, nor to add to it. */
const isNotFound = (result: { ok: true } | Extract<Sent, { ok: false }>) =>
  !result.ok && result.failure?.status === 404 && !givesReason(result.failure);

const pausesForReceipt = [300, 900, 1800, 2500];
const pausesOfSends = [900, 2500].slice(0, mostSends("terminationUpload") - 1);

/**
 * Sends a proof. Straight after its termination was passed on, it waits until that can be read, as the file comes but once; one
 * that is not taken for want of the termination is sent again where it is kept.
 * @param passedOnAt when the provider took the termination, in milliseconds since the epoch, if the store knows
 */
export async function sendProof(
  context: RequestContext,
  { kind, id, passedOnAt }: { kind: TerminationKind; id: string; passedOnAt: number | undefined },
  file: ProofFile,
): Promise<Sent> {
  if (passedOnAt === undefined || isUnknownForLong(passedOnAt)) return uploadProof(context, id, file);
  const read = async () => {
    const receipt = await downloadReceipt(context, kind, id);
    if (receipt.ok) receipt.data.close();
    return receipt;
  };
  await readAgainWhile(context, read, isNotFound, pausesForReceipt);
  let sent = await uploadProof(context, id, file);
  for (const pause of pausesOfSends) {
    const copy = isNotFound(sent) ? file.copy() : undefined;
    if (!copy) break;
    await wait(pause);
    sent = await uploadProof(context, id, { ...file, content: Readable.from(copy) });
  }
  return sent;
}

/**
 * What became of a proof, by the call that sent it and the provider's list.
 * @param bytes undefined if it was not sent completely
 */
export async function endOfProof(
  context: RequestContext,
  { kind, id, bytes }: { kind: TerminationKind; id: string; bytes: number | undefined },
  result: Sent,
) {
  let evidence = evidenceOf(result);
  if (bytes === undefined) evidence = "didNot";
  // The same content sent again is stored once, so that a response that cannot be read is no reason to wait.
  else if (!result.ok && result.failure?.kind === "unreadable") evidence = "unclear";
  const ended = await endOf(result, evidence, async () => {
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
  { uploads, isListed }: { uploads: Uploads; isListed: boolean },
) {
  const before = waitedMs >= actingPatienceMs() ? "unclear" : "pending";
  const evidence = evidenceAfterAsking(before, hasProof(uploads, bytes) || (isListed ? false : undefined));
  return isUndecided(evidence) ? "unknown" : evidence;
}
