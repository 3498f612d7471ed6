import { afterAll, afterEach, expect, test } from "vitest";
import { startFaultStore } from "../support/fault-store.ts";
import { fresh } from "../support/fresh.ts";
import { takeAlong } from "../support/handover.ts";
import { enterAll } from "../support/offer.ts";
import { startPortal } from "../support/portal.ts";

// An order continued in another browser, of two portals that share a Redis.
const store = await startFaultStore();
const shared = { SESSION_STORE: store.url };
const first = await startPortal(shared);
const second = await startPortal(shared);
afterEach(() => store.heal());
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await store.stop();
});
const begun = async (token: string) => {
  const phone = first.browser();
  await expect.poll(async () => (await phone.get(`/angebot/${token}`)).status).toBe(200);
  await enterAll(phone, token);
  return phone;
};

test("what one portal keeps, the other one hands over, once", async () => {
  const token = fresh("demo");
  const link = await takeAlong(await begun(token), token);
  const two = [first.browser(), second.browser()];
  const pressed = await Promise.all(two.map((one) => one.post(link)));
  expect(pressed.map(({ status }) => status).sort()).toEqual([303, 410]);
});

test("a store that hangs or refuses is said to be away, and takes nothing", async () => {
  const token = fresh("demo");
  const phone = await begun(token);
  const desk = second.browser();
  const link = await takeAlong(phone, token);
  const typed = `/weitermachen/${/\/weitermachen\/(\w+)/.exec(link)?.[1]}`;
  const expectAway = async () => {
    for (const answer of [
      await desk.get(link),
      await desk.post(link),
      await desk.get(typed),
      await phone.post(`/angebot/${token}/weitermachen`),
    ])
      expect([answer.status, answer.state]).toEqual([503, "SessionsAway"]);
  };
  await store.strike("hangs");
  await expectAway();
  await store.heal();
  await expect.poll(async () => (await desk.get(link)).status).toBe(200);
  expect((await desk.post(link)).status).toBe(303);
  await store.strike("refuses");
  await expectAway();
});
