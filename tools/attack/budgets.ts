import { fresh } from "../../tests/support/fresh.ts";
import { mailsAbout } from "../../tests/support/outbox.ts";
import { idOf } from "../../tests/support/termination.ts";

/** What anybody can have done again and again, or plant in a customer's browser. */
interface Held {
  name: string;
  tried: number;
  /** How often it worked, and how often it may. */
  worked: number;
  most: number;
}

const form = { "Content-Type": "application/x-www-form-urlencoded" };
const post = (origin: string, path: string, fields: Record<string, string>, headers = {}) =>
  fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...form, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const cookiesIn = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");

/** Mails of one link's owner, by strangers who have the link. */
async function newLinks(origin: string): Promise<Held> {
  const token = fresh("state-OFFER_EXPIRED");
  const tried = 50;
  for (let time = 0; time < tried; time++) await post(origin, "/neuer-link", { link: token });
  const worked = (await mailsAbout(origin, token)).length;
  return { name: "new links by mail for one link", tried, worked, most: 1 };
}

/** Mails in the brand's name to an address that somebody has typed, in many spellings. */
async function acknowledgements(origin: string): Promise<Held> {
  const inbox = fresh("inbox").replace("~", "-");
  const tried = 20;
  let worked = 0;
  for (let time = 0; time < tried; time++) {
    const email = `${inbox}+${time}@example.com`;
    const answer = await post(origin, "/barriere-melden", { description: `Zu klein ${fresh()}`, email });
    worked += (await mailsAbout(origin, idOf({ location: answer.headers.get("Location") ?? "" }))).length;
  }
  return { name: "acknowledgements to one inbox", tried, worked, most: 1 };
}

/** What a sibling site plants as a cookie without the prefix that browsers guard. */
async function plantedDrafts(origin: string): Promise<Held> {
  const token = fresh("demo");
  const step = `/angebot/${token}/meine-daten`;
  const typed = "Untergeschoben";
  const planted = cookiesIn(await post(origin, step, { lastName: typed })).filter((one) =>
    /^entwurf=./.test(one),
  );
  const secure = { "X-Forwarded-Proto": "https" };
  const offer = await fetch(`${origin}/angebot/${token}`, { headers: secure });
  const Cookie = [...cookiesIn(offer), ...planted].join("; ");
  const page = await (await fetch(origin + step, { headers: { ...secure, Cookie } })).text();
  const isPlanted = planted.length > 0 && page.includes("<form");
  if (!isPlanted) throw new Error("There is nothing to plant, or no form to plant it in.");
  return { name: "a planted draft over https", tried: 1, worked: page.includes(typed) ? 1 : 0, most: 0 };
}

/** What budgets and prefixes hold, of a portal with its sandbox. */
export const attackBudgets = async (origin: string): Promise<Held[]> => [
  await newLinks(origin),
  await acknowledgements(origin),
  await plantedDrafts(origin),
];
