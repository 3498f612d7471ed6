import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { type Fields, fieldsOf } from "../support/browser.ts";
import type { Fault } from "../support/fault-proxy.ts";
import { faultyPortalForTests, tracedCustomer } from "../support/faulty-portal.ts";
import { first } from "../support/html.ts";
import { testPatienceMs } from "../support/patience.ts";
import { sendProofToTheEnd, streamProof } from "../support/proof-stream.ts";
import {
  declaration,
  idOf,
  pdfOf,
  receiptAt,
  terminationsAt,
  terminationsOfContract,
} from "../support/termination.ts";

// A termination needs nothing of the provider to be received; its proof does.
const { portal, backend } = await faultyPortalForTests({});

/** Declarations about one contract wait for each other. */
const ownContract = (changes: Fields = {}) =>
  declaration({ contractNumber: `V-${randomUUID()}`, ...changes });

test.concurrent.each<[Fault, mayStillArrive: boolean]>([
  ["closes the connection", true],
  ["answers no JSON", false],
])("a termination is received, and its proof requested again: %s", async (fault, isOpen) => {
  const fields = ownContract({ cancellationType: "special", reason: "PersönlicheUmstände" });
  const { customer, traceId } = tracedCustomer(portal);
  const rule = backend.strike({
    call: /POST \/api\/O2\/contracttermination\/upload\//,
    fault,
    of: traceId,
  });
  const answer = await customer.post("/kuendigung", { ...fields, file: pdfOf(200_000) });
  const upload = isOpen ? "&upload=unknown&bytes=200000" : "&upload=failed";
  expect([answer.status, answer.location]).toEqual([303, receiptAt("/kuendigung/bestaetigung", upload)]);
  const page = await customer.get(answer.location ?? "");
  if (isOpen) {
    expect([page.status, page.state, page.headers.get("Refresh")]).toEqual([
      202,
      "Waiting",
      `5; url=${answer.location}&attempt=1`,
    ]);
    expect(page.text).toContain("Wir prüfen, ob Ihr Nachweis angekommen ist");
    expect(page.html).not.toContain('type="file"');
    // Looks are counted: portals' clocks may be hours apart. One that the provider answers too late says that it is unknown.
    await vi.waitFor(
      async () => {
        const later = await customer.get(`${answer.location}&attempt=99`);
        expect([later.status, later.text]).toEqual([
          200,
          expect.stringContaining("Ihr Nachweis ist nicht angekommen"),
        ]);
      },
      { timeout: testPatienceMs, interval: 150 },
    );
    return rule.end();
  }
  rule.end();
  expect(page.text).toContain("Ihr Nachweis ist nicht angekommen");
  const again = await customer.post(page.path, { file: pdfOf(200_000) }, { follow: true });
  expect(again.text).toContain("nachweis.pdf");
});

test("a backend that takes no proof before it has read one: its sender sees the page, and can send again", async () => {
  const { submissionId, ...fields } = ownContract({ submissionId: randomUUID() });
  const call = /POST \/api\/O2\/contracttermination\/upload\//;
  const rule = backend.strike({ call, fault: "answers 413", early: true });
  expect(await streamProof(portal.origin, { ...fields, submissionId }, 9)).toBe(303);
  expect(rule.met()).toBe(1);
  await sendProofToTheEnd(portal.port, { ...fields, submissionId: randomUUID() }, 9);
  expect(rule.met()).toBe(2);
  rule.end();
  expect(await streamProof(portal.origin, { ...fields, submissionId }, 9)).toBe(303);
  const sent = await terminationsOfContract(backend.origin, fields.contractNumber);
  expect(sent.flatMap(({ uploads }) => uploads)).toHaveLength(1);
});

test.each<[Fault, brand: string]>([
  ["closes the connection", "blau"],
  ["answers JSON of the wrong shape", "aldi"],
])("the configuration, %s: the form is there all the same, and terminates", async (fault, slug) => {
  const rule = backend.misbehave(/GET \/api\/\w+\/contracttermination\/config/, fault);
  const customer = portal.browser();
  const page = await customer.get(`/kuendigung?brand=${slug}`);
  expect(rule.met(), "the fault has met the call").toBeGreaterThan(0);
  expect(page).toMatchObject({ status: 200, name: "termination", brand: slug });
  expect(first(page.document, "select", { name: "serviceType" })).toBeUndefined();
  const { submissionId = "" } = fieldsOf(page);
  const sent = await customer.submit(page, declaration({ submissionId, serviceType: undefined }));
  expect(sent.status).toBe(303);
  backend.behave();
  await expect.poll(() => terminationsAt(backend.origin, idOf(sent))).toHaveLength(1);
});
