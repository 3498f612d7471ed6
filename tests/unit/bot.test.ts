import { expect, test } from "vitest";
import { isBot } from "#app/tracking/bot.server.ts";

const by = (agent: string) => new Request("http://x", { headers: { "User-Agent": agent } });

test.each([
  "Mozilla/5.0 (Linux; Android 7.0; M bot 60) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Linux; U; Android 4.4.2; de-de; M bot 551 Build/KOT49H) AppleWebKit/537.36 Chrome/30.0.0.0 Mobile Safari/537.36",
  "curl/8.14.1",
  "Go-http-client/1.1",
  "Java/21.0.4",
  "Apache-HttpClient/4.5.14 (Java/21.0.4)",
  "okhttp/5.1.0",
  "Python/3.13 aiohttp/3.12.15",
  "aiohttp/3.12.15",
  "PycURL/7.45.6 libcurl/8.14.1",
  "libcurl/8.14.1",
  "http.rb/5.3.1 (MRI/3.4.5)",
  "Mechanize/2.14.0 Ruby/3.4.5p51 (http://github.com/sparklemotion/mechanize/)",
  "Apache-JMeter/5.6.3",
  "WinHTTP/1.0",
  "GuzzleHttp/7",
  "Symfony HttpClient (Curl)",
  "Grafana k6/1.2.1",
  "Playwright/1.60.0 (x64; debian 13) node/24.15",
  "IntelliJ HTTP Client/IntelliJ IDEA 2026.1",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Cypress/15.7.0 Chrome/138.0.7204.251 Electron/37.6.0 Safari/537.36",
  "Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1 OpenSSL/3.4.0",
  "w3m/0.5.3+git20230121",
  "ELinks/0.13.2 (textmode; Linux; 80x24-2)",
  "NetSurf/3.11 (Linux)",
  "Dillo/3.0.5",
])("%s is no bot: it gets the page", (agent) => expect(isBot(by(agent))).toBe(false));

test.each([
  "Mozilla/5.0 (compatible; Googlebot/2.1)",
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 Chrome/143.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) HeadlessChrome/143.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 8.0; compatible; ExampleBot/1.0; +https://example.com/bot)",
])("%s is a crawler", (agent) => expect(isBot(by(agent))).toBe(true));
