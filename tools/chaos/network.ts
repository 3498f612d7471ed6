import { setTimeout as wait } from "node:timers/promises";
import { type FaultProxy, type Play, pass } from "../../tests/support/fault-proxy.ts";
import { pick } from "./chance.ts";
import type { Asked } from "./judge.ts";

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
    await pass(await stage.answer(), stage.response);
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

const inWords =
  (status: number, code: string): Play =>
  ({ response }) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ code }));
/** What the provider says of an order in its own words; it has done nothing then. */
const refusals: Record<string, Play> = {
  "refused in words": inWords(409, "OFFER_BLOCKED"),
  "refused for now": inWords(503, "DOWNTIME"),
};
const isOrder = /^POST \/api\/offer\/accept\/([^/?]+)/;

/** All calls that ask to order, by token: the sandbox keeps its latest only, and says nothing of those that it never sees. */
export const asked = new Map<string, Asked[]>();
function note(call: string, key: unknown): Asked {
  const [, token = ""] = isOrder.exec(call) ?? [];
  const one: Asked = { key: String(key), end: "nothing" };
  asked.set(token, [...(asked.get(token) ?? []), one]);
  return one;
}

/** What a replica knows that lags behind: it answers as it did, up to this time after. */
const lagMs = 2000;

/** From now on, some of the calls meet something. @returns what ends that; calls that order are still counted */
export function disturb(provider: FaultProxy, count: (name: string) => void): () => void {
  provider.behave();
  let isCalm = false;
  const earlier = new Map<string, { at: number; answer: Response }>();
  const lagging: Play = async (stage) => {
    const { url = "" } = stage.response.req;
    const known = earlier.get(url);
    const isYoung = known !== undefined && performance.now() - known.at < lagMs;
    await pass(isYoung ? known.answer.clone() : await stage.answer(), stage.response);
  };
  const some =
    (share: number, others: Record<string, Play>): Play =>
    async (stage) => {
      if (!isCalm && Math.random() < share) {
        const [name, play] = pick(Object.entries(others));
        count(`call ${name}`);
        return play(stage);
      }
      const answer = await stage.answer();
      const { method, url = "" } = stage.response.req;
      const isJson = answer.headers.get("Content-Type")?.includes("json");
      if (method === "GET" && isJson) earlier.set(url, { at: performance.now(), answer: answer.clone() });
      return pass(answer, stage.response);
    };
  provider.strike({ call: / \/api\//, fault: some(0.25, { ...ways, "read behind its writes": lagging }) });
  const acts = /^(?:POST \/api\/(?!validation)|PATCH )/;
  provider.strike({ call: acts, fault: some(0.6, { ...ways, "answered barely": bare }) });
  const closed = { "closed for all": inWords(503, "DOWNTIME") };
  provider.strike({
    call: / \/api\/offer\//,
    fault: some(0.15, { ...ways, ...closed, "read behind its writes": lagging }),
  });
  provider.strike({
    call: isOrder,
    fault(stage) {
      const one = note(stage.call, stage.response.req.headers["idempotency-key"]);
      const answer = async () => {
        const answered = await stage.answer();
        one.end = answered.ok ? "did" : "refused";
        return answered;
      };
      const refusing = Object.entries(refusals).map(([name, play]): [string, Play] => [
        name,
        (given) => {
          one.end = "refused";
          return play(given);
        },
      ]);
      const plays = { ...ways, ...Object.fromEntries(refusing), "answered barely": bare };
      return some(0.6, plays)({ ...stage, answer });
    },
  });
  return () => {
    isCalm = true;
  };
}
