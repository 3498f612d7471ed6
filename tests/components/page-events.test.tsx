import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { Form } from "react-router";
import { expect, test } from "vitest";
import type { DataLayerEvent } from "#app/tracking/catalogue.ts";
import { usePageEvents } from "#app/tracking/page-events.ts";
import { show } from "../support/render.tsx";

const layer = "testDataLayer";
const queue: DataLayerEvent[] = [];
Object.assign(window, { [layer]: queue });
const pushed = () => queue.map(({ event }) => event);
const named = (event: string) => [{ event } as DataLayerEvent];

function PageWithEvents() {
  const [ofState, setOfState] = useState(named("ofDocument"));
  usePageEvents(layer, ofState);
  return (
    <Form method="post">
      <button type="submit">send</button>
      <button type="button" onClick={() => setOfState(named("ofState"))}>
        fail
      </button>
    </Form>
  );
}

test("the document pushes its own events; a later answer's and state's are pushed once each", async () => {
  const { user } = await show(<PageWithEvents />, { action: () => ({ tracking: named("ofAnswer") }) });
  expect(pushed()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "send" }));
  await waitFor(() => expect(pushed()).toEqual(["ofAnswer"]));
  await user.click(screen.getByRole("button", { name: "fail" }));
  expect(pushed()).toEqual(["ofAnswer", "ofState"]);
});
