/** What mends a row of the fault table, as the product's source has it, and what it would be without. */
interface Mending {
  file: string;
  mended: string;
  without: string;
  /** The first seed that finds it missing. */
  foundBy: number;
}

/** That each is found when it is taken out shows that the simulation would find it: `--without`. */
export const mendings: Record<string, Mending> = {
  "a bare status refuses": {
    file: "/app/errors/errors.ts",
    mended: "  Boolean(problem?.errors?.length || (problem?.code && problem.code !== String(status)));",
    without: "  Boolean(status || problem);",
    foundBy: 3,
  },
  "a refusal of a repeat is one of the first attempt": {
    file: "/app/outcome/evidence.ts",
    mended: 'refusal: { first: "didNot", repeated: "unclear" }',
    without: 'refusal: { first: "didNot", repeated: "didNot" }',
    foundBy: 12,
  },
  "the provider is not asked before a refusal is final": {
    file: "/app/outcome/declared.server.ts",
    mended: 'if (isFinal && kind !== "objection") {',
    without: "if (isRepeated && isFinal) {",
    foundBy: 207,
  },
  "a receipt is not found while the store is away": {
    file: "/app/routes/declaration/problem.server.ts",
    mended: 'if (isAway) return statePage(place, "Received", retry);',
    without: "if (isAway) return loadProblem(place, error);",
    foundBy: 54,
  },
  "a commit of unknown end counts as not stored": {
    file: "/app/declarations/declaration.server.ts",
    mended: 'return directly(declaration, added.end === "unknown");',
    without: "return directly(declaration, false);",
    foundBy: 549,
  },
  "the hour of the portal's clock is in an id": {
    file: "/app/declarations/declaration-id.server.ts",
    mended: 'const value = [kind, brand, submissionId || edition || "", inOrder(content)];',
    without:
      "const value = [kind, brand, submissionId || new Date().toISOString().slice(0, 13), inOrder(content)];",
    foundBy: 1,
  },
  "a 409 says that nothing was done": {
    file: "/app/outcome/attempt.server.ts",
    mended: "const said = evidenceOf(result, isRepeated || maySpeakOfAnother);",
    without:
      'const said = !result.ok && result.failure?.status === 409 ? "didNot" : evidenceOf(result, isRepeated);',
    foundBy: 1,
  },
  "what is refused as known was refused": {
    file: "/app/outcome/evidence.ts",
    mended: "isRefusal(failure) && (failure.status === 409 || failure.status === 410);",
    without: "false;",
    foundBy: 3,
  },
  "a reset that was repeated is told of its own fate": {
    file: "/app/routes/offer/reset.server.ts",
    mended:
      "return (await isDone(place, sent)) ? previewReset.done(place, sent, undefined, status) : undefined;",
    without: "return undefined;",
    foundBy: 9,
  },
  "a clock that is ahead makes a page wait for hours": {
    file: "/app/outcome/waiting-page.server.ts",
    mended: "waitingRefresh(Math.abs(Date.now() - startedAt) / 1000);",
    without: "waitingRefresh((Date.now() - startedAt) / 1000);",
    foundBy: 509,
  },
  "a proof that was taken is forgotten": {
    file: "/app/routes/termination/receipt.server.ts",
    mended:
      "const uploads = [...known, ...proofs.filter(({ size }) => known.every((one) => one.size !== size))];",
    without: "const uploads = known;",
    foundBy: 28,
  },
  "a receipt says that all was passed on": {
    file: "/app/routes/termination/receipt.server.ts",
    mended: "const { declaration, state } = kept;",
    without: 'const { declaration } = kept; const state = "forwarded";',
    foundBy: 4,
  },
  "an unpaid order reads as done": {
    file: "/app/domain/payment-states.ts",
    mended: 'return !hasPaymentPage && paidLater.includes(method) ? "notDue" : "open";',
    without: 'return "notDue";',
    foundBy: 9,
  },
  "an offer that was taken was taken by somebody else": {
    file: "/app/outcome/order.server.ts",
    mended: 'error && isClear && state !== "NotFound" && !isOurs',
    without: 'error && isClear && state !== "NotFound"',
    foundBy: 1004,
  },
  "a press that begins a session is the first one": {
    file: "/app/outcome/attempt.server.ts",
    mended: "(isConflict(result.failure) || (isNew && !isAnswered(result)))",
    without: "isConflict(result.failure)",
    foundBy: 2168,
  },
  "a gateway says that an offer is not at its start": {
    file: "/app/routes/offer/reset.server.ts",
    mended: 'return isClear && isWord ? "didNot" : undefined;',
    without: 'return isClear ? "didNot" : undefined;',
    foundBy: 2721,
  },
  "what one portal has given up waits by the clock of another": {
    file: "/app/outcome/attempt.server.ts",
    mended: "latest && { ...latest, startedAt: 0 }",
    without: "latest",
    foundBy: 1957,
  },
  "an address to pay is asked for under a key that was refused meanwhile": {
    file: "/app/routes/offer/payment-state.server.ts",
    mended: "const isLatest = await context.get(sessionContext).flush();",
    without: "const isLatest = true;",
    foundBy: 6917,
  },
  "what a slow store hands over late is sent as a first attempt": {
    file: "/app/declarations/declaration.server.ts",
    mended: "monotonicMs() - at > forMs / 2",
    without: "false",
    foundBy: 6449,
  },
  "a repeat that finds no connection says that nothing was sent": {
    file: "/app/errors/errors.ts",
    mended: "  !isRepeat && (kind",
    without: "  (kind",
    foundBy: 5601,
  },
  "an order that another press may have sent meanwhile is sent after all": {
    file: "/app/routes/offer/order.server.ts",
    mended: "isOverdue(intent) ? undefined : await",
    without: "await",
    foundBy: 5747,
  },
  "an order is paid while it is unknown whether it was reset": {
    file: "/app/routes/offer/payment-state.server.ts",
    mended: "  if (asked) return asked;\n  const { context, token, posted } = place;",
    without: "  const { context, token, posted } = place;",
    foundBy: 2782,
  },
  "a mail is told as not sent although another press has sent it": {
    file: "/app/routes/identity/post-ident.tsx",
    mended: "const isMailed = mailing && isCounted(mailing, coupon.mailsSent);",
    without: "const isMailed = false;",
    foundBy: 10148,
  },
};
