import { z } from "zod";
import { defineFlash, defineScope } from "#app/session/scope.ts";

/** The session's latest choice, by verification. */
export const choiceScope = defineScope(
  "idv",
  z.object({
    method: z.string(),
    submissionId: z.string(),
    /** The provider's page, or the coupon. */
    target: z.string(),
  }),
);

export const idvNotice = defineFlash(
  "idv notice",
  z.enum(["chosenAlready", "notChosen", "mailed", "notMailed", "notDownloaded"]),
);

/** The submission id of a mail with an unknown outcome, reused by the next try so that only one mail is sent. */
export const mailingScope = defineScope("idv mail", z.string());
