import { expect, test, vi } from "vitest";
import { logger } from "#app/platform/log.server.ts";
import { bytesIn, createSealer, isSessionId, newSessionId } from "#app/session/encryption.server.ts";
import { defaultSealer, sealerOfLinks } from "#app/session/open-store.server.ts";
import { openParam, sealParam } from "#app/session/sealed-param.server.ts";

const secret = "a secret of more than 32 characters";
const older = "an older one of more than 32 characters";

test("an address proves one thing, and nothing that was changed or made up", () => {
  const param = sealParam("proof", "Ayşe");
  expect(param).toMatch(/^[\w-]+$/);
  expect(openParam("proof", param)).toBe("Ayşe");
  expect(openParam("another proof", param)).toBeUndefined();
  for (const wrong of [null, "", "made up", `${param}=`, param.slice(1), `${param}AA`])
    expect(openParam("proof", wrong)).toBeUndefined();
});

test("bytes have one spelling in an address", () => {
  expect(bytesIn("AAEC_w")).toEqual(Buffer.of(0, 1, 2, 255));
  for (const other of ["AAEC/w", "AAEC_w==", "AAEC_x", " AAEC_w"]) expect(bytesIn(other)).toBeUndefined();
});

test("an id is one of ours by its form", () => {
  for (const own of [newSessionId(), newSessionId()]) expect(isSessionId(own)).toBe(true);
  for (const other of [
    "",
    newSessionId().slice(1),
    `${newSessionId()}x`,
    `${newSessionId().slice(1)}!`,
    undefined,
    7,
  ])
    expect(isSessionId(other)).toBe(false);
});

test("what was sealed opens with any secret listed, for its session and scope, and only unchanged", () => {
  const unknown = vi.fn();
  const before = createSealer([older])("session");
  const sealed = before.seal("cart", "Ayşe");
  const rotated = createSealer([secret, older], unknown)("session");
  expect(rotated.open("cart", sealed)).toBe("Ayşe");
  expect(rotated.storeId).toBe(before.storeId);
  const [version, ...rest] = sealed;
  const wrong = [
    ...[Uint8Array.of(), sealed.subarray(0, 20), sealed.subarray(0, -1)],
    Uint8Array.of((version ?? 0) + 1, ...rest),
    Uint8Array.from(sealed, (byte, at) => (at === sealed.length - 1 ? byte ^ 1 : byte)),
    // As short as a value of no characters, and of another version.
    Uint8Array.of(9, ...before.seal("cart", "").subarray(1)),
  ];
  for (const bytes of wrong) expect(rotated.open("cart", bytes)).toBeUndefined();
  expect(rotated.open("other", sealed)).toBeUndefined();
  expect(createSealer([secret, older])("another session").open("cart", sealed)).toBeUndefined();
  expect(before.seal("cart", "")).toHaveLength(33);
  expect(before.open("cart", before.seal("cart", ""))).toBe("");
  expect(unknown, "a secret that is listed").not.toHaveBeenCalled();
  const foreign = createSealer([secret], unknown)("session");
  expect(foreign.open("cart", sealed)).toBeUndefined();
  expect(unknown.mock.calls).toEqual([[Buffer.from(sealed.subarray(1, 5)).toString("hex")]]);
  expect(() => createSealer([])).toThrow("at least one secret");
});

test("a secret that another portal seals with is reported once, and not by what anybody can make up in a link", () => {
  const error = vi.spyOn(logger, "error");
  const sealed = createSealer([older])("session").seal("cart", "x");
  for (let times = 0; times < 3; times++) {
    expect(sealerOfLinks()("session").open("cart", sealed)).toBeUndefined();
    expect(error).toHaveBeenCalledTimes(Math.min(times, 1));
    expect(defaultSealer()("session").open("cart", sealed)).toBeUndefined();
  }
  const key = Buffer.from(sealed.subarray(1, 5)).toString("hex");
  expect(error.mock.calls).toEqual([[{ cause: "portal", key }, expect.stringContaining("SESSION_SECRET")]]);
  error.mockRestore();
});
