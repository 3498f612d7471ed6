import { type LoaderFunctionArgs, redirect } from "react-router";
import { keepDraft } from "../../app/forms/draft.server.ts";
import { pathTo } from "../../app/pages.ts";
import { linkTo } from "../../app/routes/shell/link-to.server.ts";
import { entered } from "./example-input.ts";
import { requireSandbox } from "./sandbox-only.server.ts";

const { firstName, lastName, email } = entered.personalData;
const person = { firstName, lastName, email };
const forms = {
  termination: (contractNumber: string) => ({
    ...person,
    contractNumber,
    cancellationType: "regular",
    selectTerminationDate: "now",
  }),
  withdrawal: (contractReference: string) => ({ ...person, contractReference }),
};

/** Opens a form that takes its scenario in a field, filled in so that one click plays it. */
export function loader({ context, params: { page, token = "" } }: LoaderFunctionArgs) {
  requireSandbox();
  if (page !== "termination" && page !== "withdrawal") throw new Response(null, { status: 404 });
  keepDraft(context, pathTo(page), forms[page](token));
  return redirect(linkTo(context, page));
}
