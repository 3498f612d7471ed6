import { Readable } from "node:stream";
import { multipartFile } from "#app/backend/contract/multipart.ts";
import type { Receipt } from "#app/domain/receipt.ts";
import type { Portal } from "./portals.ts";
import { proofName } from "./provider.ts";
import type { World } from "./world.ts";

/** What a page would be rendered from. */
export interface Page {
  /** What the server alone renders. */
  parts: { receipt?: Receipt };
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
  errors: Record<string, { data?: unknown }> | null;
}

interface StateData {
  state?: string;
  actions?: { kind: string; href: string; method: "get" | "post"; fields?: Record<string, string> }[];
}
const stateDataOf = ({ errors }: Page) => (Object.values(errors ?? {})[0]?.data ?? {}) as StateData;

/** The state that a page shows instead of its content. */
export const stateOf = (page: Page): string | undefined => stateDataOf(page).state;

type Fields = Record<string, string>;
interface Request_ {
  method: "GET" | "POST";
  path: string;
  fields: Fields;
}

/** What a customer sees, and may judge. */
export interface View {
  /** What was requested before any redirect. */
  asked: Request_;
  /** The address, at the portal or elsewhere. */
  url: URL;
  status: number;
  /** Where the page leads by itself, and at what time of the world. */
  refresh?: { path: string; at: number } | undefined;
  page: Page;
  state?: string | undefined;
  /** Where an order that is given up is sent again by its customer. */
  orderAgain?: string | undefined;
  /** The forms and buttons that post. */
  posts: { path: string; fields: Fields; kind: string }[];
  /** The world's step when the last of its requests was sent. */
  since: number;
  /** What all its requests did at the provider. */
  deeds: string[];
}

/** @param fields with `file`, the size of a proof in bytes, the form of a receipt */
async function formOf({
  file,
  ...fields
}: Fields): Promise<{ type: string; body: string | Uint8Array<ArrayBuffer> }> {
  if (file === undefined)
    return { type: "application/x-www-form-urlencoded", body: new URLSearchParams(fields).toString() };
  const content = [Buffer.from("%PDF-1.4".padEnd(Number(file), "."))];
  const sent = multipartFile({
    name: proofName(Number(file)),
    type: "application/pdf",
    content: Readable.from(content),
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of sent.body) pieces.push(piece);
  return { type: sent.contentType, body: Buffer.concat(pieces) };
}

const origin = "http://portal.example";
const maxRedirects = 12;
/** Status of an answer that is another redirect. */
export const inCircles = 508;

/** A customer's browser: it keeps cookies and the pages it has seen, and follows redirects to any portal. */
export class Browser {
  readonly #world: World;
  readonly #portal: () => Portal;
  readonly #onView: (view: View) => void;
  readonly #cookies = new Map<string, string>();
  /** The pages that it has shown, the latest last. */
  readonly seen: View[] = [];
  /** What it has posted: in which session, if any, and what that did. */
  readonly #posted: { id: string | undefined; session: string | undefined; deeds: string[] }[] = [];
  underWay = 0;

  constructor(world: World, portal: () => Portal, onView: (view: View) => void) {
    this.#world = world;
    this.#portal = portal;
    this.#onView = onView;
  }

  /** Its answer may never arrive. */
  async go(method: Request_["method"], path: string, fields: Fields = {}, isLost = false): Promise<void> {
    this.underWay++;
    const asked = { method, path, fields };
    await this.#request(asked, asked, [], isLost, 0);
  }

  /**
   * Whether a form was done in a session that another one has replaced since: the halves of a double press that begins a
   * session each begin one, and the browser keeps that of the later answer, whatever was posted in between.
   */
  hasLost = (id: string | undefined): boolean =>
    this.#posted.some(
      (post) =>
        post.id === id && post.deeds.length > 0 && post.session && post.session !== this.#cookies.get("sid"),
    );

  #end(): void {
    this.underWay--;
  }

  async #request(
    asked: Request_,
    now: Request_,
    deeds: string[],
    isLost: boolean,
    hops: number,
  ): Promise<void> {
    const portal = this.#portal();
    const world = this.#world;
    const since = world.step;
    const url = new URL(now.path, origin);
    const posted = now.method === "POST" ? await formOf(now.fields) : undefined;
    if (posted) this.#posted.push({ id: now.fields.submissionId, session: this.#cookies.get("sid"), deeds });
    const request = new Request(url, {
      method: now.method,
      headers: {
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(posted && { "Content-Type": posted.type, Origin: origin }),
      },
      ...(posted && { body: posted.body }),
    });
    await world.settle(
      () => {
        world.note(`${now.method} ${url.pathname}`);
        portal
          .handle(request)
          .then(async (response) => ({ response, text: await response.text() }))
          .then(({ response, text }) => {
            if (portal.isDead || isLost) return this.#end();
            for (const cookie of response.headers.getSetCookie()) {
              const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
              this.#cookies.set(name, value);
            }
            const to = response.headers.get("Location");
            world.note(`${response.status} ${to ?? ""}`);
            const [, pause, path] = /^(\d+); url=(.*)/.exec(response.headers.get("Refresh") ?? "") ?? [];
            const refresh = path ? { path, at: world.now + Number(pause) * 1000 } : undefined;
            if (!to)
              return this.#show(
                { asked, url, status: response.status, refresh, since, deeds },
                JSON.parse(text),
              );
            const next = new URL(to, url);
            if (next.origin !== origin)
              return this.#show({ asked, url: next, status: response.status, since, deeds });
            if (hops >= maxRedirects) return this.#show({ asked, url, status: inCircles, since, deeds });
            // Its answer and the next request are on their way.
            world.later(`follows ${next.pathname}`, () =>
              this.#request(
                asked,
                { method: "GET", path: next.pathname + next.search, fields: {} },
                deeds,
                false,
                hops + 1,
              ),
            );
          })
          .catch((error: Error) => {
            this.#end();
            if (!portal.isDead) throw error;
          });
      },
      portal,
      deeds,
    );
  }

  #show(
    from: Omit<View, "page" | "posts">,
    page: Page = { loaderData: {}, actionData: null, errors: null, parts: {} },
  ) {
    const { actions = [], state } = stateDataOf(page);
    const posts = actions.flatMap(({ kind, href, method, fields = {} }) =>
      method === "post" ? [{ kind, path: href, fields }] : [],
    );
    const orderAgain = actions.find(({ kind }) => kind === "orderAgain")?.href;
    const view = { ...from, page, state, posts, orderAgain };
    this.seen.push(view);
    this.#end();
    this.#onView(view);
  }
}
