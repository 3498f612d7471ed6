import { isbot } from "isbot";
import { LRUCache } from "lru-cache";

/** Tools with which testers script forms. isbot counts them as bots, but a person reads their output. */
// eslint-disable-next-line no-restricted-syntax -- fixed words at the start, tried once each
const testersTools = new RegExp(
  `^(${[
    "curl|libcurl|pycurl|wget|httpie|xh|hurl|postmanruntime|newman|insomnia|bruno|thunder client|intellij http client",
    "vscode-restclient|(grafana )?k6|gatling|artillery|apachebench|hey|(apache-)?jmeter|playwright",
    "python|aiohttp|node|undici|axios|got|superagent|deno|bun|go-http-client|fasthttp|reqwest|hyper|ureq|restsharp",
    "java|okhttp|apache-httpclient|jersey|unirest|reactornetty|ahc|ruby|faraday|rest-client|http\\.rb|mechanize",
    "php|guzzlehttp|symfony httpclient|libwww-perl|http-tiny|cpprestsdk|winhttp",
  ].join("|")})\\b`,
  "i",
);
/** Text browsers, which isbot takes for bots because of their names or short user agents. */
const textBrowsers = /\b(lynx|w3m|e?links|netsurf|dillo)\b/i;

/** What testers' browsers (Playwright, Puppeteer, Selenium, Cypress) add to the name of the browser that they drive. */
const drivenBrowser = /\bHeadless(?=Chrome\/)|\b(?:Cypress|Electron)\/[\d.]+ /g;

/** What browsers say before a phone's model, which may be anything: "M bot 60" is a telephone. */
const beforeModel =
  /^(Mozilla\/5\.0 \(Linux; (?:U; )?Android [\d.]+; (?:[a-z]{2}-[a-z]{2}; )?)(?!compatible)[^;)/]+/i;

/** By user agent, as isbot's expression is slow compared with the rest of a page. */
const verdicts = new LRUCache<string, boolean>({ max: 1000 });
const longest = 500;

const isBotsAgent = (agent: string) =>
  isbot(agent.replace(drivenBrowser, "").replace(beforeModel, "$1")) &&
  !testersTools.test(agent) &&
  !textBrowsers.test(agent);

/** Bots get no error pages and no tracking. */
export function isBot(request: Request): boolean {
  const agent = request.headers.get("User-Agent") ?? "";
  const found = verdicts.get(agent) ?? isBotsAgent(agent);
  if (agent.length <= longest) verdicts.set(agent, found);
  return found;
}

/**
 * Crawlers and link previews that identify themselves. Other bots may walk a journey.
 */
const crawlers = /bot|crawl|spider|preview|externalhit|whatsapp/i;

/** A request that starts no journey: from a crawler, or from a scanner that opens the links in mails. */
export const isCrawlerOrScanner = (request: Request): boolean =>
  request.method === "HEAD" ||
  (request.method === "GET" && crawlers.test(request.headers.get("User-Agent") ?? "") && isBot(request));
