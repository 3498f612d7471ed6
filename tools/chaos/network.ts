import { setTimeout as wait } from "node:timers/promises";
import { type ActingCall, calls } from "#app/backend/contract/calls.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { acts } from "#app/outcome/acts.ts";
import { type FaultProxy, type Play, pass } from "../../tests/support/fault-proxy.ts";
import { logged } from "../../tests/support/scenes.ts";
import { pick } from "./chance.ts";
import type { Deed, Post } from "./judge.ts";

type Stage = Parameters<Play>[0];

const pauseMs = () => 200 + Math.random() * 2500;

/** What may happen to any call on its way. */
const ways: Record<string, Play> = {
  "lost on its way": ({ response }) => response.destroy(),
  "answer lost": async ({ response, answer }) => {
    await answer();
    response.destroy();
  },
  late: async (stage) => {
    await wait(2 * pauseMs());
    await pass(await stage.answer(), stage.response);
  },
  "sent twice": async (stage) => {
    await stage.answer();
    await pass(await stage.again(), stage.response);
  },
  "given up by a gateway, and done": async ({ response, answer }) => {
    response.writeHead(pick([502, 503, 504]), { "Content-Type": "text/html" }).end("<h1>Sorry</h1>");
    await wait(pauseMs());
    await answer();
  },
};

/** What may happen to calls that act, whose success the specification does not show. */
const bare: Play = async (stage) => {
  const answer = await stage.answer();
  if (!answer.ok) return pass(answer, stage.response);
  const [status, type, body] = pick([
    [204, "", undefined],
    [200, "application/json", "{}"],
    [200, "text/plain", "OK"],
    [202, "application/json", '{"accepted":true}'],
  ] as const);
  stage.response.writeHead(status, type ? { "Content-Type": type } : {}).end(body);
};

/** Said in the provider's own words, which has done nothing then. */
const inWords = (status: number, said: object): Play => {
  const play: Play = ({ response }) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(said));
  ownWords.add(play);
  return play;
};
const ownWords = new Set<Play>();
const closed = { "closed for all": inWords(503, { code: "DOWNTIME" }) };
const refusals: Record<string, Play> = {
  "refused in words": inWords(409, { code: "OFFER_BLOCKED" }),
  "refused for now": inWords(503, { code: "DOWNTIME" }),
  "refused for a while": inWords(503, { code: "RESERVATION_RETRY_LATER" }),
  "refused by its fields": inWords(422, { errors: [{ field: "customer.phone", code: "INVALID" }] }),
};

const acting = keysOf(acts).map((act) => ({ act, address: logged(calls[act]) }));
const actOf = (call: string): ActingCall | undefined => acting.find(({ address }) => address.test(call))?.act;

/** Whom a call is about: a declaration says so itself. */
function subjectOf(call: string, sent: string): string {
  const [, contract] = /"contract(?:Number|Reference)":"([^"]+)"/.exec(sent) ?? [];
  // As tokens of tests are.
  const token = call.split(/[/?]/).find((part) => part.includes("~")) ?? "";
  return contract ?? decodeURIComponent(token);
}

/**
 * Presses, and calls that ask for an act, whatever came of them, by whom they are about: the sandbox keeps its latest calls only, and
 * says nothing of those that it never sees.
 */
export const deeds = new Map<string, Deed[]>();
export const keep = (subject: string, deed: Deed): void =>
  void deeds.set(subject, [...(deeds.get(subject) ?? []), deed]);

/** Offers that the provider has ended by itself. */
const ended = new Set<string>();
export const endOffer = (token: string): void => void ended.add(token);
export const isEnded = (token: string): boolean => ended.has(token);

/** What a replica knows that lags behind: it answers as it did, up to this time after. */
const lagMs = 2000;

/**
 * From now on, some of the calls meet something.
 * @param losses how often the store of sessions has lost its data
 * @returns what ends that; calls that act are still counted
 */
export function disturb(
  provider: FaultProxy,
  count: (name: string) => void,
  losses: () => number,
): () => void {
  provider.behave();
  let isCalm = false;
  const earlier = new Map<string, { at: number; answer: Response }>();
  const lagging: Play = async (stage) => {
    const { url = "" } = stage.response.req;
    const known = earlier.get(url);
    const isYoung = known !== undefined && performance.now() - known.at < lagMs;
    await pass(isYoung ? known.answer.clone() : await stage.answer(), stage.response);
  };

  /** The call of an act is kept, with what became of it; and what has ended says so. */
  function watched(stage: Stage): { stage: Stage; post: Post | undefined } {
    const { call, sent, response } = stage;
    const { "x-trace-id": by, "idempotency-key": key } = response.req.headers;
    const act = actOf(call);
    const subject = subjectOf(call, sent);
    const post: Post | undefined = act && {
      is: "post",
      act,
      by: String(by),
      key: act === "acceptOffer" ? String(key) : (call.split("?")[0] ?? call),
      end: "nothing",
      losses: losses(),
    };
    if (post) keep(subject, post);
    const seen = (ask: () => Promise<Response>) => async () => {
      const answer = ended.has(subject)
        ? Response.json({ code: "OFFER_CANCELLED" }, { status: 410 })
        : await ask();
      // Once it did, a repetition changes nothing.
      if (post && post.end !== "did") post.end = answer.ok ? "did" : "refused";
      return answer;
    };
    return { stage: { ...stage, answer: seen(stage.answer), again: seen(stage.again) }, post };
  }

  const some =
    (share: number, ...groups: Record<string, Play>[]): Play =>
    async (met) => {
      const { stage, post } = watched(met);
      if (!isCalm && Math.random() < share) {
        const [name, play] = pick(Object.entries(pick(groups)));
        count(`call ${name}`);
        if (post && ownWords.has(play)) post.end = "refused";
        return play(stage);
      }
      const answer = await stage.answer();
      const { method, url = "" } = stage.response.req;
      const isJson = answer.headers.get("Content-Type")?.includes("json");
      if (method === "GET" && isJson) earlier.set(url, { at: performance.now(), answer: answer.clone() });
      return pass(answer, stage.response);
    };
  const reads = { ...ways, "read behind its writes": lagging };
  provider.strike({ call: / \/api\//, fault: some(0.25, reads) });
  provider.strike({ call: /^GET \/api\/offer\//, fault: some(0.15, { ...reads, ...closed }) });
  const asks = /^(?:POST \/api\/(?!validation)|PATCH )/;
  provider.strike({ call: asks, fault: some(0.6, { ...ways, "answered barely": bare }) });
  provider.strike({
    call: logged(calls.acceptOffer),
    fault: some(0.7, ways, { ...refusals, "answered barely": bare }),
  });
  return () => {
    isCalm = true;
  };
}
