import { afterAll, describe, expect, test } from "vitest";
import { fieldsOf } from "../support/browser.ts";
import { faultyPortalForTests } from "../support/faulty-portal.ts";
import { type Fault, faults, moments } from "../support/hostile-backend.ts";
import { first } from "../support/html.ts";
import { mailsAbout } from "../support/outbox.ts";
import { declaration, pdfOf, receiptAt } from "../support/termination.ts";

const { portal, backend } = await faultyPortalForTests();

const everyFault = Object.keys(faults) as Fault[];
const refusals = new Set<Fault>(["answers 400 without words", "answers 418 with an unknown code"]);
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
  ["termination", "/kuendigung", /POST \/api\/O2\/contracttermination\/[^/]+$/, "contracttermination"],
  ["withdrawal", "/widerruf", /POST \/api\/O2\/withdrawal\//, "withdrawal"],
])("a %s", (name, path, call, resource) => {
  const strikes = everyFault.flatMap((fault) => moments.map((moment) => [fault, ...moment] as const));
  test.each(strikes)("%s %s: the form stays, and a second try declares once", async (fault, _, acts) => {
    const fields = declaration({ contractReference: "B-1" });
    const customer = portal.browser();
    backend.misbehave(call, fault, acts);
    const failed = await customer.post(path, fields);
    expect([failed.status, failed.name]).toEqual([refusals.has(fault) ? 422 : 503, name]);
    expect(fieldsOf(failed)).toMatchObject({ submissionId: fields.submissionId, lastName: "Muster" });
    backend.behave();
    backend.calls.length = 0;
    const again = await customer.submit(failed);
    expect([again.status, again.location]).toEqual([303, receiptAt(`${path}/bestaetigung`)]);
    expect(backend.calls.filter((one) => call.test(one))).toHaveLength(1);
    expect(await receiptOf(String(fields.submissionId), resource)).toBe(200);
    expect(await mailsAbout(backend.origin, String(fields.submissionId))).toHaveLength(1);
  });
});

describe("a receipt and its PDF", () => {
  test.each(everyFault)("%s", async (fault) => {
    const fields = declaration();
    const { location = "" } = await portal.browser().post("/kuendigung", fields);
    for (const path of ["", "/pdf"]) {
      backend.misbehave(/GET \/api\/O2\/contracttermination\//, fault);
      const page = await portal.browser().get(location.replace("?", `${path}?`));
      expect(page.name, path).toBe("termination-confirmation");
      expect([page.status, page.state], path).toEqual(
        fault === "answers 503 without words" ? [503, "Downtime"] : [500, "TechnicalProblem"],
      );
      expect(page.html).toMatch(/data-action="retry"/);
      backend.behave();
    }
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
