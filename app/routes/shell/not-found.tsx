import { data } from "react-router";

/** Unmatched paths; the root's error boundary shows them. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const action = () => loader();
export { default } from "#app/shell/no-page.ts";
