import { data } from "react-router";
import { z } from "zod";
import { loginOf } from "#app/declarations/calling-context.server.ts";
import { receiveDeclaration } from "#app/declarations/declaration.server.ts";
import { checkEmail, personalLimits } from "#app/domain/personal-data.ts";
import { accepted, refused } from "#app/domain/user-input.ts";
import type { Place } from "#app/error-pages/error-response.server.ts";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { parseForm, postedFrom } from "#app/forms/form-data.server.ts";
import { checkedBy, freeText, line } from "#app/forms/schema.server.ts";
import { brandContext, getT, postedFormContext, type RequestContext } from "#app/request/context.server.ts";
import { parameterOfLink } from "#app/request/parameters.server.ts";
import { declarer } from "../declaration/confirmation-link.server.ts";
import { type ByLink, notReceivedByLink, sealedReceipt, toReceipt } from "./by-link.server.ts";

const kind = "revocationByName";

const schema = z.object({
  name: freeText(200).transform(
    checkedBy("name", (typed) => (typed === "" ? refused("missing") : accepted(typed))),
  ),
  email: line.max(personalLimits.email).transform(checkedBy("email", checkEmail)),
});
export const byNameForm = defineForm({
  schema,
  texts: ["email.byName"],
  initial: () => nothingStored(schema),
  providerNames: { name: "name", email: "email" },
  sensitive: [],
});

const byName = (context: RequestContext): ByLink<typeof kind> => ({
  kind,
  purpose: `consents by name ${declarer(context).brand}`,
});

/** What the receipt repeats. */
interface Declared {
  name: string;
  email: string;
}

/** The receipt that the address opens. */
export function byNameReceipt(place: Place) {
  const { context } = place;
  const { name: brand } = context.get(brandContext);
  const t = getT(context, "email", "byName");
  const revoked = getT(context, "email", "revoked");
  return sealedReceipt<Declared>(place, byName(context), ({ name, email }) => ({
    brand,
    title: t("doneTitle"),
    text: [t("done"), revoked("before")],
    waits: t("waits"),
    declaration: revoked("declarationAll", { brand }),
    rows: [
      { label: t("name"), value: name, fixed: true },
      { label: t("email"), value: email, fixed: true },
    ],
    button: revoked("buttonAll"),
  }));
}

/** More than any token has. */
const longestToken = 500;

/** Takes all consents of a customer back: a declaration for staff, received whatever the provider does. */
export async function revokeByName(place: Place) {
  const { context, url } = place;
  const posted = context.get(postedFormContext);
  const parsed = parseForm(posted, byNameForm, fieldErrors(context));
  const form = { ...parsed.form, ...postedFrom(posted) };
  if (!parsed.ok) return data({ form }, { status: 422 });
  const { name, email } = parsed.value;
  const token = parameterOfLink<"revocation-by-name">(url, "token")?.slice(0, longestToken) || undefined;
  const origin = declarer(context);
  const content = { name, email, token };
  const result = await receiveDeclaration({
    kind,
    submissionId: form.submissionId,
    stamp: form.stamp,
    content,
    body: () => ({ ...content, language: origin.language }),
    ...origin,
    login: loginOf(context),
  });
  const button = getT(context, "email", "byName")("submit");
  if (!result.ok) return notReceivedByLink(context, form, result.error, button);
  return toReceipt(place, byName(context), result.stored.declaration, { name, email } satisfies Declared);
}
