import { z } from "zod";
import { checkEmail, personalLimits } from "#app/domain/personal-data.ts";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";
import { askedField } from "#app/forms/form-state.ts";
import { checkedBy, line } from "#app/forms/schema.server.ts";

const schema = z.object({ email: line.max(personalLimits.email).transform(checkedBy("email", checkEmail)) });

export const orderEmailForm = defineForm({
  schema,
  hidden: [askedField],
  texts: ["offer.orderEmail"],
  initial: () => nothingStored(schema),
  providerNames: { email: "email" },
  sensitive: [],
});
