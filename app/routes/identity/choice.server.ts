import { z } from "zod";
import { defineFlash, defineScope } from "#app/session/scope.ts";

/** The choice that this session made last, by verification. */
export const choiceScope = defineScope(
  "idv",
  z.object({
    method: z.string(),
    submissionId: z.string(),
    /** Where it led: the provider, or the coupon. */
    target: z.string(),
  }),
);

export const idvNotice = defineFlash(
  "idv notice",
  z.enum(["chosenAlready", "notChosen", "mailed", "notMailed", "notDownloaded"]),
);

/** The submission id of a mail whose end is unclear: the next try sends it again, so that it is one mail. */
export const mailingScope = defineScope("idv mail", z.string());
