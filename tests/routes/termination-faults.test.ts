import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { brands } from "../support/brands.ts";
import { type Fields, fieldsOf } from "../support/browser.ts";
import { commonFaults, type Fault, json } from "../support/fault-proxy.ts";
import { faultyPortalForTests, testEachFault, tracedCustomer } from "../support/faulty-portal.ts";
import { first } from "../support/html.ts";
import { sendProofToTheEnd, streamProof } from "../support/proof-stream.ts";
import {
  declaration,
  idOf,
  pdfOf,
  receiptAt,
  terminationsAt,
  terminationsOfContract,
} from "../support/termination.ts";

const { portal, backend } = await faultyPortalForTests();

describe("the configuration", () => {
  test.each(commonFaults.map((fault, at) => [fault, at] as const))(
    "%s: the form is there all the same, and terminates",
    async (fault, at) => {
      // Each brand's is requested once and cached, so the portal is restarted.
      const { slug } = brands[at % brands.length] ?? {};
      if (at > 0 && at % brands.length === 0) await portal.restart();
      const rule = backend.misbehave(/GET \/api\/\w+\/contracttermination\/config/, fault);
      const customer = portal.browser();
      const page = await customer.get(`/kuendigung?brand=${slug}`);
      expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
      expect([page.status, page.name, page.brand]).toEqual([200, "termination", slug]);
      expect(first(page.document, "select", { name: "serviceType" })).toBeUndefined();
      const { submissionId = "" } = fieldsOf(page);
      const sent = await customer.submit(page, declaration({ submissionId, serviceType: undefined }));
      expect(sent.status).toBe(303);
      backend.behave();
      await expect.poll(() => terminationsAt(backend.origin, idOf(sent))).toHaveLength(1);
    },
  );
});

test.each([
  ["/kuendigung", /POST \/api\/O2\/contracttermination\/[^/]+$/],
  ["/widerruf", /POST \/api\/O2\/withdrawal\//],
])("%s that is definitely refused is still received, and says what to do", async (path, call) => {
  backend.misbehave(call, json(422, '{"code":"NO_SUCH_CONTRACT"}'));
  const fields = declaration({ contractReference: "B-2" });
  const answer = await portal.browser().post(path, fields);
  expect([answer.status, answer.location]).toEqual([303, receiptAt(`${path}/bestaetigung`)]);
  const page = await portal.browser().get(answer.location ?? "");
  backend.behave();
  expect(page.text).toContain("Rufen Sie uns bitte an: 030 23125");
});

/** Declarations about one contract wait for each other. */
const ownContract = (changes: Fields = {}) =>
  declaration({ contractNumber: `V-${randomUUID()}`, ...changes });

describe("a receipt is there regardless of the provider", () => {
  testEachFault(commonFaults, async (fault) => {
    const { customer, traceId } = tracedCustomer(portal);
    const { location = "" } = await customer.post("/kuendigung", ownContract());
    await vi.waitUntil(async () => !(await customer.get(location)).text.includes("wird weitergegeben"), {
      timeout: 60_000,
    });
    const rule = backend.strike({ call: /GET \/api\/O2\/contracttermination\/download/, fault, of: traceId });
    for (const path of ["", "/pdf", "/text"])
      expect((await customer.get(location.replace("?", `${path}?`))).status, path).toBe(200);
    const page = await customer.get(location.replace("?", "/anbieter?"));
    expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
    rule.end();
    expect([page.name, page.status >= 500]).toEqual(["termination-confirmation", true]);
  });
});

/** The provider may still be at it: until it says so, nobody is told that the proof did not arrive. */
const mayStillArrive: Fault[] = [
  "closes the connection",
  "breaks off within the answer",
  "never answers",
  "never ends its answer",
];

/** A success needs no words of its own. */
const notTaken = commonFaults.filter((fault) => fault !== "answers JSON of the wrong shape");

describe("a termination is received, and its proof requested again", () => {
  testEachFault(notTaken, async (fault) => {
    const fields = ownContract({ cancellationType: "special", reason: "PersönlicheUmstände" });
    const { customer, traceId } = tracedCustomer(portal);
    const rule = backend.strike({
      call: /POST \/api\/O2\/contracttermination\/upload\//,
      fault,
      of: traceId,
    });
    const answer = await customer.post("/kuendigung", { ...fields, file: pdfOf(200_000) });
    const isOpen = mayStillArrive.includes(fault);
    const upload = isOpen ? "&upload=unknown&bytes=200000&settled=\\d+" : "&upload=failed";
    expect([answer.status, answer.location]).toEqual([303, receiptAt("/kuendigung/bestaetigung", upload)]);
    const page = await customer.get(answer.location ?? "");
    rule.end();
    if (isOpen) {
      expect([page.status, page.state, page.headers.get("Refresh")]).toEqual([
        202,
        "Waiting",
        `5; url=${answer.location}`,
      ]);
      expect(page.text).toContain("Wir prüfen, ob Ihr Nachweis angekommen ist");
      expect(page.html).not.toContain('type="file"');
      return;
    }
    expect(page.text).toContain("Ihr Nachweis ist nicht angekommen");
    const again = await customer.post(page.path, { file: pdfOf(200_000) }, { follow: true });
    expect(again.text).toContain("nachweis.pdf");
  });
});

test.each(["answers 413", "answers 503 without words"] as const)(
  "a backend that %s before it has read a proof: its sender sees the page, and can send again",
  async (fault) => {
    const { submissionId, ...fields } = ownContract({ submissionId: randomUUID() });
    const call = /POST \/api\/O2\/contracttermination\/upload\//;
    const rule = backend.strike({ call, fault, early: true });
    expect(await streamProof(portal.origin, { ...fields, submissionId }, 9)).toBe(303);
    expect(rule.met()).toBe(1);
    await sendProofToTheEnd(portal.port, { ...fields, submissionId: randomUUID() }, 9);
    expect(rule.met()).toBe(2);
    rule.end();
    expect(await streamProof(portal.origin, { ...fields, submissionId }, 9)).toBe(303);
    const sent = await terminationsOfContract(backend.origin, fields.contractNumber);
    expect(sent.flatMap(({ uploads }) => uploads)).toHaveLength(1);
  },
);
