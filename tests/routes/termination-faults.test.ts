import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { fieldsOf } from "../support/browser.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { type Fault, faults, moments } from "../support/hostile-backend.ts";
import { first } from "../support/html.ts";
import { mailsAbout } from "../support/outbox.ts";
import { declaration, pdfOf, receiptAt } from "../support/termination.ts";

const { portal, backend } = await faultyPortalForTests();

const everyFault = Object.keys(faults) as Fault[];
const refusals = new Set<Fault>(["answers 400 without words"]);
const receiptOf = async (id: string, call = "contracttermination") =>
  (await fetch(`${backend.origin}/api/O2/${call}/${id}`)).status;

describe("the configuration", () => {
  // First, while nothing of it is cached; nor is any of it afterwards.
  afterAll(() => portal.restart());
  test.each(everyFault)("%s: the form is there all the same, and terminates", async (fault) => {
    backend.misbehave(/GET \/api\/O2\/contracttermination\/config/, fault);
    const customer = portal.browser();
    const page = await customer.get("/kuendigung");
    expect([page.status, page.name]).toEqual([200, "termination"]);
    expect(first(page.document, "select", { name: "serviceType" })).toBeUndefined();
    const { submissionId } = fieldsOf(page);
    const sent = await customer.submit(page, declaration({ submissionId, serviceType: undefined }));
    expect(sent.status).toBe(303);
    expect(await receiptOf(submissionId ?? "")).toBe(200);
  });
});

describe.each([
  ["/kuendigung", /POST \/api\/O2\/contracttermination\/[^/]+$/, "contracttermination"],
  ["/widerruf", /POST \/api\/O2\/withdrawal\//, "withdrawal"],
])("%s", (path, call, resource) => {
  const strikes = everyFault
    .filter((fault) => !refusals.has(fault))
    .flatMap((fault) => moments.map((moment) => [fault, ...moment] as const));
  test.each(strikes)("%s %s: received, and passed on once", async (fault, _, acts) => {
    const fields = declaration({ contractReference: "B-1", contractNumber: `V-${randomUUID()}` });
    backend.misbehave(call, fault, acts);
    const answer = await portal.browser().post(path, fields);
    expect([answer.status, answer.location]).toEqual([303, receiptAt(`${path}/bestaetigung`)]);
    const page = await portal.browser().get(answer.location ?? "");
    expect(page.text).toContain("Ihre Erklärung ist eingegangen und wird weitergegeben");
    backend.behave();
    await expect.poll(() => receiptOf(String(fields.submissionId), resource), { timeout: 15_000 }).toBe(200);
    await expect
      .poll(async () => (await portal.browser().get(answer.location ?? "")).text, { timeout: 15_000 })
      .not.toContain("wird weitergegeben");
    expect(await mailsAbout(backend.origin, String(fields.submissionId))).toHaveLength(1);
  });

  test("that is refused for good is received all the same, and says what to do", async () => {
    backend.misbehave(call, "answers 400 without words");
    const page = await portal
      .browser()
      .post(path, declaration({ contractReference: "B-2" }), { follow: true });
    expect(page.text).toContain("Rufen Sie uns bitte an: 030 23125");
  });
});

describe("a receipt", () => {
  test.each(everyFault)("is there whatever the provider does: %s", async (fault) => {
    const { location = "" } = await portal.browser().post("/kuendigung", declaration());
    backend.misbehave(/GET \/api\/O2\/contracttermination\//, fault);
    for (const path of ["", "/pdf", "/text"])
      expect((await portal.browser().get(location.replace("?", `${path}?`))).status, path).toBe(200);
    const page = await portal.browser().get(location.replace("?", "/anbieter?"));
    expect([page.name, page.status >= 500]).toEqual(["termination-confirmation", true]);
  });
});

describe("a proof", () => {
  test.each(everyFault)(
    "%s: the termination is received, and the proof is asked for again",
    async (fault) => {
      const fields = declaration({ cancellationType: "special", reason: "PersönlicheUmstände" });
      backend.misbehave(/POST \/api\/O2\/contracttermination\/upload\//, fault);
      const customer = portal.browser();
      const answer = await customer.post("/kuendigung", { ...fields, file: pdfOf(200_000) });
      expect([answer.status, answer.location]).toEqual([
        303,
        receiptAt("/kuendigung/bestaetigung", "&upload=failed"),
      ]);
      backend.behave();
      const page = await customer.get(answer.location ?? "");
      expect(page.text).toContain("Ihr Nachweis ist nicht angekommen");
      const again = await customer.post(page.path, { file: pdfOf(200_000) }, { follow: true });
      expect(again.text).toContain("nachweis.pdf");
    },
  );
});
