import { expect, test } from "vitest";
import { fresh } from "../support/fresh.ts";
import { all, first, textOf } from "../support/html.ts";
import { entered, goToSummary } from "../support/offer.ts";
import { portalForTests } from "../support/portal-for-tests.ts";

// Names of the specification that no other test covers.
const portal = await portalForTests();

test.each([
  [entered.card, true],
  [{ paymentMethod: "invoice" }, false],
])("a confirmation after %j says that it is paid: %s", async (payment, isPaid) => {
  const customer = portal.browser();
  const token = fresh("demo-ftth");
  const { location = "" } = await customer.submit(await goToSummary(customer, token, payment));
  if (isPaid) await customer.post(location, { action: "pay" });
  const page = await customer.get(`/angebot/${token}/danke`);
  expect([page.name, page.text.includes(", bezahlt")]).toEqual(["confirmation", isPaid]);
  expect(page.text).toContain("Glasfaser bis in die Wohnung");
});

test.each([
  ["pending-success", "idvSubmitted", "idv submitted"],
  ["pending", "idvPending", "idv pending"],
])("the page of a verification that is %s is named so", async (token, event, pageContent) => {
  const address = `${portal.origin}/idv/${fresh(token)}/in-arbeit`;
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  expect(await answer.json()).toMatchObject({ page: "idv-pending", tracking: [{ event, pageContent }] });
});

test.each([
  ["", "demo", "o2", ["Mindestlaufzeit 24 Monate", "Anschlusspreis"]],
  ["", "demo-esim", "o2", ["eSIM", "Anschlusspreis"]],
  ["/tr", "demo", "ayyildiz", ["Asgari sözleşme süresi: 24 ay", "Aktivasyon ücreti"]],
])(
  "a tooltip explains words of the trade beside each step (%s, %s)",
  async (prefix, scenario, brand, words) => {
    const customer = portal.browser();
    const token = fresh(scenario);
    await customer.get(`${prefix}/angebot/${token}?brand=${brand}`);
    const page = await customer.get(`${prefix}/angebot/${token}/meine-daten`);
    const labels = all(page.document, "button", { class: "tooltip-label" });
    expect(labels.map((label) => textOf(label).replaceAll("\u00a0", " "))).toEqual(words);
    for (const { attributes } of labels) {
      const meaning = first(page.document, "*", { id: attributes["aria-describedby"] ?? "" });
      expect([meaning?.attributes.role, textOf(meaning).length > 30]).toEqual(["tooltip", true]);
    }
  },
);

test("a tile with a skeleton stands where the result of a verification appears, while the page waits", async () => {
  const tileOn = async (token: string) => {
    const page = await portal.browser().get(`/idv/${fresh(token)}/in-arbeit`);
    return all(page.document, "div", { class: "tile", "aria-busy": "true" }).map(textOf);
  };
  expect(await tileOn("pending")).toEqual(["Hier erscheint das Ergebnis"]);
  expect(await tileOn("chosen")).toEqual([]);
});
