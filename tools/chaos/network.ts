import { setTimeout as wait } from "node:timers/promises";
import { type FaultProxy, type Play, pass } from "../../tests/support/fault-proxy.ts";
import { pick } from "./chance.ts";

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

/** What a replica knows that lags behind: it answers as it did, up to this time after. */
const lagMs = 2000;

/** From now on, some of the calls meet something. @returns what ends that */
export function disturb(provider: FaultProxy, count: (name: string) => void): () => void {
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
      if (Math.random() < share) {
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
  return () => provider.behave();
}
