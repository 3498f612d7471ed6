import { z } from "zod";
import { call } from "./call.ts";

export const novumEntry = z.object({
  /** The offer behind this id, used as a path segment. */
  offerToken: z.string().regex(/^(?!\.+$)[\w.~-]{1,200}$/),
});

export const entryCalls = {
  novumEntry: call({
    method: "GET",
    path: "/api/entry/novum",
    summary: "The offer behind a Novum id",
    query: z.object({ id: z.string().min(1) }),
    answer: novumEntry,
  }),
};
