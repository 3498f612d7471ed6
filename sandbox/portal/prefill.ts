import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, redirectDocument } from "react-router";
import { keepDraft } from "../../app/forms/draft.server.ts";
import { pathTo } from "../../app/pages.ts";
import { traceIdContext } from "../../app/request/context.server.ts";
import { linkTo } from "../../app/shell/link-to.server.ts";
import { exampleInput } from "./example-input.ts";
import { requireSandbox } from "./sandbox-only.server.ts";

const { firstName, lastName, email } = exampleInput.personalData;
const person = { firstName, lastName, email };
const forms = {
  termination: (contractNumber: string) => ({
    ...person,
    contractNumber,
    cancellationType: "regular",
    selectTerminationDate: "now",
  }),
  withdrawal: (contractReference: string) => ({ ...person, contractReference }),
  barrier: (page: string) => ({ ...exampleInput.barrier, page }),
};

/** Opens a form whose scenario is chosen by a field's value, filled in so that one click plays it. */
export function loader({ context, params: { page, token = "" } }: LoaderFunctionArgs) {
  requireSandbox();
  if (page === "lists") return listScenario(context, token);
  if (page !== "termination" && page !== "withdrawal" && page !== "barrier")
    throw new Response(null, { status: 404 });
  keepDraft(context, pathTo(page), forms[page](token));
  return redirectDocument(linkTo(context, page));
}

/** Gives the browser the trace id that triggers a list's fault, and opens a page that shows it. */
function listScenario(context: LoaderFunctionArgs["context"], fault: string) {
  const id = randomUUID().slice(0, 8);
  context.set(traceIdContext, `${fault}--${id}`);
  const offer = linkTo(context, "offer", { token: `demo~${id}` });
  return redirectDocument(fault.startsWith("nationalities-") ? offer : linkTo(context, "termination"));
}
