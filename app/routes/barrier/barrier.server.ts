import { data } from "react-router";
import { z } from "zod";
import { loginOf } from "#app/declarations/calling-context.server.ts";
import { findDeclaration, receiveDeclaration } from "#app/declarations/declaration.server.ts";
import { keysOf } from "#app/domain/keys-of.ts";
import { checkEmail, personalLimits } from "#app/domain/personal-data.ts";
import type { Receipt } from "#app/domain/receipt.ts";
import { shortReference } from "#app/domain/short-reference.ts";
import { accepted, isCut, refused } from "#app/domain/user-input.ts";
import { ApiError } from "#app/errors/errors.ts";
import { defineForm, nothingStored } from "#app/forms/define-form.server.ts";
import { fieldErrors } from "#app/forms/field-errors.server.ts";
import { parseForm, postedFrom } from "#app/forms/form-data.server.ts";
import type { FormReply } from "#app/forms/form-state.ts";
import { checkedBy, freeLines, freeText, line } from "#app/forms/schema.server.ts";
import { brandContext, getT, postedFormContext, type RequestContext } from "#app/request/context.server.ts";
import { mayMail } from "#app/request/mail-budget.server.ts";
import {
  declarer,
  lastDeclared,
  receiptUrl,
  redirectToReceipt,
} from "../declaration/confirmation-link.server.ts";
import { receiptProblem, requiredId, unreceived } from "../declaration/problem.server.ts";
import { receivedSection } from "../declaration/receipt.server.ts";

const kind = "barrier";

const schema = z.object({
  // Strangers fill the store with it: twice as many bytes as letters are enough for every alphabet.
  description: freeLines(3000, 6000).transform(
    checkedBy("description", (typed) => (typed === "" ? refused("missing") : accepted(typed))),
  ),
  page: freeText(300, 600).optional(),
  name: freeText(200, 400).optional(),
  email: line.max(personalLimits.email).transform(checkedBy("email", checkEmail)).optional(),
});
export const barrierForm = defineForm({
  schema,
  texts: ["barrier.form"],
  initial: () => nothingStored(schema),
  providerNames: { description: "description", page: "page", name: "name", email: "email" },
  sensitive: [],
});

/** Handles the post of the form: one report per form, however often it is sent. */
export async function reportBarrier(context: RequestContext, request: Request, url: URL) {
  const posted = context.get(postedFormContext);
  const parsed = parseForm(posted, barrierForm, fieldErrors(context));
  const form = { ...parsed.form, ...postedFrom(posted) };
  if (!parsed.ok) return data({ form }, { status: 422 });
  const origin = declarer(context);
  const { email } = parsed.value;
  const acknowledge = email !== undefined && (await mayMail(context, email));
  const result = await receiveDeclaration({
    kind,
    submissionId: form.submissionId,
    stamp: form.stamp,
    content: parsed.value,
    body: (id) => ({
      ...parsed.value,
      acknowledge,
      id,
      reference: shortReference(id),
      language: origin.language,
      receiptUrl: receiptUrl(context, url, kind, id),
    }),
    ...origin,
    login: loginOf(context),
  });
  // The form again, with all that was typed: neither store nor provider could receive it.
  if (!result.ok) {
    const problem = unreceived(context, kind, result.error);
    return data({ form: { ...form, problem } } satisfies FormReply, { status: 503 });
  }
  return redirectToReceipt(context, request, kind, result.stored.declaration.id);
}

/**
 * The report behind its signed link, as long as it is stored; its words for the browser that has sent it alone, for an hour. What the provider says of it changes nothing for its author.
 * @throws a redirect, or the page of the problem
 */
export async function loadReport(context: RequestContext, url: URL): Promise<Receipt> {
  const place = { context, url, kind } as const;
  const id = requiredId(place);
  const { brand } = declarer(context);
  const { stored, isAway } = await findDeclaration(kind, brand, id);
  // The provider has no call to ask for it.
  const error = new ApiError("notFound", { status: 404 });
  if (!stored) throw receiptProblem(place, { ok: false, isAway, error });
  const { receivedAt, body } = stored.declaration;
  const { description, page = "", name = "", email = "" } = body;
  // The link goes to an address that nobody has verified: a stranger's words would stand on the brand's own site.
  const isOwn = lastDeclared(context, kind) === id;
  const t = getT(context, "barrier", "confirmation");
  const form = getT(context, "barrier", "form");
  const written = { description, page, name, email };
  const rows = keysOf(written).flatMap((field) =>
    written[field] ? [{ label: form(field), value: written[field], fixed: true as const }] : [],
  );
  const reply = email ? t("reply", { email }) : t("noReply");
  return {
    id,
    receivedAt,
    brand: context.get(brandContext).name,
    title: t("title"),
    text: [t("text"), ...(stored.state === "forwarded" ? [] : [t("waits")]), ...(isOwn ? [reply] : [])],
    progress: undefined,
    notes: isOwn && [description, page, name].some(isCut) ? [t("shortened")] : [],
    received: receivedSection(context, receivedAt),
    declared: {
      heading: t("report"),
      rows: isOwn ? rows : [],
      withheld: isOwn ? undefined : t("elsewhere"),
    },
    proof: undefined,
    next: { lines: [], link: undefined },
    steps: [],
    keep: { first: undefined, below: t("keep") },
    files: [],
  };
}
