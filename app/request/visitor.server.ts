import { createContext } from "react-router";
import { getIfSet, type RequestContext } from "./context.server.ts";
import { cookiesOf, refusesCookies } from "./cookies.server.ts";

/**
 * What pages may know about their visitor, beyond the address, brand and language. They ask here and nowhere else
 * (tests/unit/visitor.test.ts): a page that uses none of it is the same for everybody (decision 0125).
 */
export class Visitor {
  readonly #request: Request;
  readonly #url: URL;
  readonly #cookies: (name: string) => string[];
  /** Cookies that were asked for, whether they were there or not. */
  readonly asked = new Set<string>();
  /** Whether the page learned something that another visitor's page might not. */
  isKnown: boolean;

  /** @param isKnown whether the page is this visitor's own in any case */
  constructor(request: Request, url: URL, isKnown: boolean) {
    this.#request = request;
    this.#url = url;
    this.#cookies = cookiesOf(request);
    this.isKnown = isKnown;
  }

  /** The first of the cookie's values that is valid. */
  cookie(name: string, isValid: (value: string) => boolean = () => true): string | undefined {
    const values = this.#cookies(name);
    this.recordLookup(name, values.length > 0);
    return values.find(isValid);
  }

  header(name: string): string | null {
    this.isKnown = true;
    return this.#request.headers.get(name);
  }

  /** Something was looked up by this cookie, such as a session's value. */
  recordLookup(name: string, isFound: boolean): void {
    this.asked.add(name);
    this.isKnown ||= isFound;
  }

  /** Whether one of the cookies asked for was sent, even if nothing was found by it: it may be, next time. */
  get sentAsked(): boolean {
    return [...this.asked].some((name) => this.#cookies(name).length > 0);
  }

  /** Whether the browser seems to refuse cookies, so that no session lasts until the next page. */
  get refusesCookies(): boolean {
    this.isKnown = true;
    return refusesCookies(this.#request, this.#url);
  }
}

export const visitorContext = createContext<Visitor>();

/** Whether nothing in the response depends on the visitor so far: the page has no nonce, ids or cookie. */
export const isSameForAll = (context: RequestContext): boolean =>
  getIfSet(context, visitorContext)?.isKnown === false;
