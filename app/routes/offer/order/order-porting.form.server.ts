import { z } from "zod";
import type { PortingRefusal } from "#app/domain/after-order.ts";
import type { IsoDate } from "#app/domain/calendar.ts";
import {
  type BirthDateReason,
  checkBirthDate,
  checkHolder,
  checkHolderIfAny,
} from "#app/domain/personal-data.ts";
import { accepted, type Check } from "#app/domain/user-input.ts";
import { dateInputs, defineForm, type Initial } from "#app/forms/define-form.server.ts";
import { checkedBy, date, line, madeOnce } from "#app/forms/schema.server.ts";

const holder = line.max(120).transform(checkedBy("portingHolder", checkHolder));
const holderIfAny = line.max(120).transform(checkedBy("portingHolder", checkHolderIfAny)).optional();
const birthDate = date("birthDate", (typed) => checkBirthDate(typed, new Date()));
const birthDateIfAny = date("birthDate", (typed): Check<IsoDate | undefined, BirthDateReason> => {
  const checked = checkBirthDate(typed, new Date());
  return checked.ok || checked.reason !== "missing" ? checked : accepted(undefined);
}).optional();
const oldContract = z.enum(["released", "cancelled"]);

/** What the old carrier refuses for is needed; the rest may be wrong, too, and saves another refusal. */
export const schemaAbout = madeOnce(({ refused }: { refused: PortingRefusal | undefined }) => {
  const isOfContract = refused === "notReleased" || refused === "notCancelled";
  return z.object({
    portingHolder: refused === "name" ? holder : holderIfAny,
    birthDate: refused === "birthDate" ? birthDate : birthDateIfAny,
    oldContract: isOfContract ? oldContract : oldContract.optional(),
  });
});

/** What the form is about, as long as nobody can say how the order stands. */
export const refusedField = "refused";

const schema = schemaAbout({ refused: undefined });

/** What was corrected, as the session keeps it while its end is not known. */
export interface TypedCorrection {
  holder?: string | undefined;
  birthDate?: string | undefined;
  oldContract?: "released" | "cancelled" | undefined;
}

export const orderPortingForm = defineForm({
  schema,
  hidden: [refusedField],
  texts: ["offer.orderPorting"],
  initial: (typed: TypedCorrection | undefined): Initial<typeof schema> => ({
    portingHolder: typed?.holder,
    birthDate: dateInputs(typed?.birthDate),
    oldContract: typed?.oldContract,
  }),
  providerNames: { portingHolder: "holder", birthDate: "birthDate", oldContract: "oldContract" },
  sensitive: ["birthDate"],
});
