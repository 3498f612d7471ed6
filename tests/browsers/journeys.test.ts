import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exampleInput } from "#sandbox/portal/example-input.ts";
import { brands } from "../support/brands.ts";
import { type CutProxy, startCutProxy } from "../support/cut-proxy.ts";
import { fresh } from "../support/fresh.ts";
import { type Portal, startPortal } from "../support/portal.ts";
import { firefox } from "./firefox.ts";
import { compose, describePage, fill, look, type Visitor } from "./visitor.ts";
import { webkit } from "./webkit.ts";

// Every journey once in the engines that the browser tests do not know, through a network that can break. Without scripts:
// each kind of form, of many steps, with a file, within a fold, of buttons.
const { personalData, idData, directDebit } = exampleInput;
const { firstName, lastName, email } = personalData;
const person = { firstName, lastName, email };
const consentTools = brands.flatMap(({ settingsId }) => settingsId ?? []);
const button = 'main form[method="post"] button[type="submit"]';

const arrives = async (visitor: Visitor, name: string, state = "") =>
  expect
    .poll(async () => {
      const seen = await look(visitor);
      return seen && { name: seen.name, state: seen.state };
    })
    .toEqual({ name, state });

for (const engine of [firefox, webkit])
  for (const scripts of [true, false]) {
    if (engine.missing && process.env.CI) throw new Error(engine.missing);
    if (engine.missing) console.warn(`${engine.name} is left out: ${engine.missing}.`);

    describe.skipIf(engine.missing)(`${engine.name} ${scripts ? "with" : "without"} scripts`, () => {
      let portal: Portal;
      let proxy: CutProxy;
      let visitor: Visitor;
      beforeAll(async () => {
        portal = await startPortal({ TRUST_PROXY: "loopback" });
        proxy = await startCutProxy(portal.origin);
        visitor = await engine.launch(proxy.origin, { scripts });
      });
      afterAll(async () => {
        await visitor.close();
        await proxy.stop();
        await portal.stop();
      });
      beforeEach(async ({ onTestFailed }) => {
        const before = proxy.calls.length;
        onTestFailed(async () =>
          console.error([await describePage(visitor), ...proxy.story().slice(before)].join("\n")),
        );
        await visitor.forget();
        if (!scripts) return;
        // The consent tool lies over the page until it is answered.
        await visitor.goto("/robots.txt");
        await visitor.run((ids: string[]) => {
          for (const id of ids) localStorage.setItem(`sandbox-consent-${id}`, "rejected");
        }, consentTools);
      });
      afterEach(() => expect(visitor.errors(), "errors in the console").toEqual([]));

      /** Waits until the page's own scripts have taken over, where there are some. */
      async function ready(name: string) {
        await arrives(visitor, name);
        if (scripts) await expect.poll(async () => (await look(visitor))?.hydrated).toBe(true);
      }
      async function send(fields: Readonly<Record<string, string>> = {}, times = 1) {
        await fill(visitor, fields);
        await visitor.press(button, times);
      }

      test("order: every step, back, reload, and back from the confirmation", async () => {
        const token = fresh("demo");
        await visitor.goto(`/angebot/${token}`);
        await arrives(visitor, "offer");
        await visitor.press('main a[href$="/meine-daten"]');
        await ready("personal-data");
        await send();
        await expect.poll(async () => (await look(visitor))?.title).toMatch(/^Fehler: /);
        if (scripts) await expect.poll(async () => (await look(visitor))?.focus).toBe("error-summary");
        await send(personalData);
        await ready("id-data");
        await send(idData);
        await ready("payment");
        await visitor.back();
        await ready("id-data");
        // It shows the page as it first came, without what a test has entered for its customer.
        await send(engine.name === "WebKit" && !scripts ? idData : {});
        await ready("payment");
        await send(directDebit);
        await ready("summary");
        await send({}, 2);
        await arrives(visitor, "confirmation");
        const orderNumber = () =>
          visitor.run(
            () =>
              /Bestellnummer\W*([\w-]+)/.exec(document.querySelector("main")?.textContent ?? "")?.[1] ?? "",
          );
        const placed = await orderNumber();
        expect(placed).toMatch(/\d/);
        await visitor.reload();
        await arrives(visitor, "confirmation");
        // Firefox asks anew. WebKit may show an older page under its address: its button leads to the same order.
        await visitor.back();
        await expect
          .poll(async () => {
            const seen = await look(visitor);
            return seen && [seen.path.split("/").at(-1), seen.name].join(" ");
          })
          .toMatch(
            /^(?:danke confirmation|zusammenfassung (?:summary|confirmation|offer-error)|zahlung payment)$/,
          );
        if ((await look(visitor))?.name === "summary") {
          // WebKit may have replaced the older page by now.
          const click = (css: string) => document.querySelector<HTMLElement>(css)?.click();
          const onSummary = button.replace("main", 'main[data-page="summary"]');
          await visitor.run(click, onSummary).catch(() => undefined);
          await arrives(visitor, "confirmation");
          expect(await orderNumber()).toBe(placed);
        }
        await visitor.goto(`/angebot/${token}`);
        await arrives(visitor, "confirmation");
      });

      test.runIf(scripts)("Escape closes a tooltip, and what cannot be copied is marked", async () => {
        await visitor.goto(`/angebot/${fresh("demo")}`);
        await visitor.press('main a[href$="/meine-daten"]');
        await ready("personal-data");
        const isShown = await visitor.run(() => {
          // The order is folded on a narrow screen.
          document.querySelector(".order details")?.setAttribute("open", "");
          const label = document.querySelector<HTMLElement>(".order .tooltip-label");
          label?.focus();
          dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
          return label?.parentElement?.querySelector<HTMLElement>("[role=tooltip]")?.hidden === false;
        });
        expect(isShown).toBe(false);
        await visitor.goto("/angebot/state-OFFER_EXPIRED");
        await arrives(visitor, "offer-error", "OfferExpired");
        await visitor.run(() => {
          navigator.clipboard.writeText = () => Promise.reject(new DOMException("", "NotAllowedError"));
        });
        await visitor.press('[data-act="copy"]');
        const selected = () => visitor.run(() => String(getSelection()));
        await expect.poll(selected).toMatch(/^[2-9B-Z]{6}$/);
      });

      test("termination with a proof: invalid, then received once although pressed twice", async () => {
        await visitor.goto("/kuendigung");
        await ready("termination");
        await send();
        await expect.poll(async () => (await look(visitor))?.title).toMatch(/^Fehler: /);
        if (scripts) await visitor.run(() => document.querySelector("dialog")?.close());
        const file = join(portal.folder, "proof.pdf");
        writeFileSync(file, "%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");
        const special = { cancellationType: "special", reason: "TechnischeProbleme" };
        await fill(visitor, { ...person, contractNumber: fresh("V"), serviceType: "mobile", ...special });
        await visitor.attach('main [name="file"]', file);
        await visitor.press(button, 2);
        await arrives(visitor, "termination-confirmation");
        await expect
          .poll(async () => {
            const text = await visitor.run(() => document.querySelector("main")?.textContent);
            // The second press may be answered while the first is being passed on, and that one's file have been cut off with
            // it; only scripts look and send again by themselves.
            if (scripts || text?.includes("proof.pdf")) return text;
            if (!text?.includes("Bitte senden Sie sie noch einmal")) await visitor.reload();
            else {
              await visitor.attach('[aria-labelledby="proof"] [name="file"]', file);
              await visitor.press('[aria-labelledby="proof"] button[type="submit"]');
            }
            return text;
          })
          .toContain("proof.pdf");
      });

      test("withdrawal: without network nothing is lost, and a reload sends nothing", async () => {
        await visitor.goto("/widerruf");
        await ready("withdrawal");
        await fill(visitor, { ...person, contractReference: "V-100" });
        if (scripts) await proxy.down();
        await visitor.press(button);
        if (scripts) {
          await expect
            .poll(() => visitor.run(() => document.querySelector('main [role="alert"]')?.textContent))
            .toContain("Verbindung");
          // It is sent again by itself.
          await proxy.up();
        }
        await arrives(visitor, "withdrawal-confirmation");
        const sent = proxy.calls.length;
        await visitor.reload();
        await arrives(visitor, "withdrawal-confirmation");
        expect(proxy.calls.slice(sent).join()).not.toContain("POST");
        if (scripts) visitor.errors().length = 0;
      });

      // Without scripts these are forms like the others.
      test.runIf(scripts)("selfcare termination", async () => {
        await visitor.goto(`/selfcarekuendigung?data=${fresh("demo")}`);
        await ready("selfcare-termination");
        await send();
        await expect
          .poll(() => visitor.run(() => document.querySelector("dialog[open] [data-confirm]") !== null))
          .toBe(true);
        await visitor.press("dialog[open] [data-confirm]");
        await arrives(visitor, "selfcare-confirmation");
      });

      test("customer data", async () => {
        await visitor.goto(`/kundendaten/${fresh("demo")}`);
        await ready("customer-data");
        await visitor.press("main .change summary");
        await send({ street: "Neuweg", houseNumber: "3", postalCode: "10115", city: "Berlin" });
        await expect
          .poll(async () => (await look(visitor))?.heading)
          .toBe("Ihre Änderungen sind gespeichert");
      });

      test.runIf(scripts)("objection to advertising", async () => {
        await visitor.goto(`/email-ablehnung?token=${fresh("demo")}&brand=o2`);
        await ready("email-rejection");
        await send();
        await expect
          .poll(async () => (await look(visitor))?.heading)
          .toBe("Sie haben die Werbung per E‑Mail abbestellt");
      });

      test.runIf(scripts)("a failed poll does not end the waiting", async () => {
        const token = fresh("pending");
        await visitor.goto(`/idv/${token}`);
        await ready("idv-pending");
        const lookAgain = () =>
          visitor.run(() => document.dispatchEvent(new Event("visibilitychange")) as unknown);
        const poll = `HEAD /idv/${token}/in-arbeit`;
        proxy.cut(/^HEAD /, "after", 1);
        await lookAgain();
        await expect.poll(() => proxy.calls).toContain(poll);
        const approval = { method: "POST", body: new URLSearchParams({ action: "approve" }) };
        await fetch(`${portal.origin}/sandbox/ident/${token}/office`, approval);
        await lookAgain();
        await arrives(visitor, "idv-success", "IdvSuccess");
        visitor.errors().length = 0;
      });

      test("back after the end of a session shows no input; without scripts the page says first that it may", async () => {
        await visitor.goto("/kuendigung");
        await ready("termination");
        await fill(visitor, { firstName: "Fatma" });
        await visitor.goto("/eingaben-loeschen");
        await arrives(visitor, "session-end");
        const shown = () => document.querySelector("main")?.innerText;
        // WebKit without scripts takes `noscript` for text that is not shown, as its driver leaves scripts on.
        const written = () => document.querySelector("main")?.textContent;
        const main = await visitor.run(scripts ? shown : written);
        expect(main?.includes("Mit „Zurück“ kann es noch einmal")).toBe(!scripts);
        await visitor.press("main details summary");
        await visitor.press(button);
        await arrives(visitor, "session-end", "Ended");
        if (!scripts) return;
        await visitor.back();
        await arrives(visitor, "session-end");
        await visitor.back();
        await ready("termination");
        const firstName = () => document.querySelector<HTMLInputElement>('main [name="firstName"]')?.value;
        expect(await visitor.run(firstName)).toBe("");
      });

      test("an e-mail address is sent as it was typed; letters that only look right are asked for once", async () => {
        const typed = "kim@müller-maßanfertigung.example";
        await visitor.goto("/widerruf");
        await ready("withdrawal");
        await send({ ...person, contractReference: "V-101", email: typed });
        await arrives(visitor, "withdrawal-confirmation");
        const text = () => document.querySelector("main")?.textContent;
        expect(await visitor.run(text)).toContain(typed);
        await visitor.goto(`/kundendaten/${fresh("demo")}`);
        await ready("customer-data");
        await visitor.press("main .change summary");
        await send({ email: "KIM@GMAİL.COM" });
        await expect.poll(async () => (await look(visitor))?.title).toMatch(/^Fehler: /);
        expect(await visitor.run(text)).toContain("KIM@gmail.com");
        const value = () => document.querySelector<HTMLInputElement>('main [name="email"]')?.value;
        expect(await visitor.run(value)).toBe("KIM@GMAİL.COM");
        await visitor.press(button);
        await expect
          .poll(async () => (await look(visitor))?.heading)
          .toBe("Ihre Änderungen sind gespeichert");
      });

      test("a link that a mail program has wrapped opens the offer", async () => {
        const link = encodeURIComponent(`https://o2.example.net/angebot/${fresh("demo")}`);
        await visitor.goto("/angebot");
        await arrives(visitor, "offer-landing");
        await send({
          link: `https://eur01.safelinks.protection.outlook.com/?url=${link}&data=05%7C02%7Ckim`,
        });
        await arrives(visitor, "offer");
      });

      test("the enter key on one consent takes back that one", async () => {
        await visitor.goto(`/einwilligungen?token=${fresh("demo")}`);
        await ready("revocation");
        const button = 'main button[name^="consents."]';
        const count = () => document.querySelectorAll('main button[name^="consents."]').length;
        expect(await visitor.run(count)).toBeGreaterThan(1);
        await visitor.enter(button);
        const heading = async () => (await look(visitor))?.heading;
        await expect.poll(heading).toBe("Ihre Einwilligung ist widerrufen");
      });

      // Neither driver can compose, so the events are made here.
      test.runIf(scripts)("nothing is multiplied where a keyboard composes: an IBAN, a date", async () => {
        const composes = async (fields: string[], typed: string, arranged: string[]) => {
          const [first = ""] = fields;
          const values = () =>
            visitor.run(
              (names: string[]) =>
                names.map((name) => document.querySelector<HTMLInputElement>(`main [name="${name}"]`)?.value),
              fields,
            );
          // Once the code that arranges what is typed has come, which focus loads.
          await visitor.run((name: string) => document.getElementsByName(name)[0]?.focus(), first);
          await fill(visitor, { [first]: typed });
          await expect.poll(values).toEqual(arranged);
          await fill(visitor, Object.fromEntries(fields.map((name) => [name, ""])));
          expect(await visitor.run(compose, first, typed)).toBe(typed);
          await expect.poll(values).toEqual(arranged);
        };
        await visitor.goto(`/kundendaten/${fresh("demo")}`);
        await ready("customer-data");
        await visitor.run(() => {
          for (const fold of document.querySelectorAll("main details")) fold.setAttribute("open", "");
        });
        await composes(["iban"], "DE89370400440532013000", ["DE89 3704 0044 0532 0130 00"]);
        await visitor.goto(`/angebot/${fresh("demo")}`);
        await visitor.press('main a[href$="/meine-daten"]');
        await ready("personal-data");
        const parts = ["birthDate.day", "birthDate.month", "birthDate.year"];
        await composes(parts, "27.03.1985", ["27", "03", "1985"]);
      });

      // Without scripts a browser keeps what it likes.
      test.runIf(scripts)("a reload keeps what was typed in a step of an order", async () => {
        await visitor.goto(`/angebot/${fresh("demo")}/`);
        await visitor.press('main a[href$="/meine-daten"]');
        await ready("personal-data");
        const typed = () =>
          ["firstName", "city"].map(
            (name) => document.querySelector<HTMLInputElement>(`main [name="${name}"]`)?.value,
          );
        // In one go: what follows the first letter is written a moment later, so that leaving has to write it.
        await visitor
          .run(() => {
            for (const [name, value] of [
              ["firstName", "Fatma"],
              ["city", "Köln"],
            ] as const) {
              const field = document.querySelector<HTMLInputElement>(`main [name="${name}"]`);
              if (field) field.value = value;
              field?.dispatchEvent(new Event("input", { bubbles: true }));
            }
            performance.clearMarks("hydrated");
            location.reload();
          })
          .catch(() => undefined);
        await ready("personal-data");
        await expect.poll(() => visitor.run(typed)).toEqual(["Fatma", "Köln"]);
      });

      test("identity: a choice leads to the coupon", async () => {
        await visitor.goto(`/idv/${fresh("demo")}`);
        await arrives(visitor, "idv-selection");
        await visitor.press('main button[value*="branch"], main button[value*="post"]');
        await arrives(visitor, "idv-post-ident");
      });
    });
  }
