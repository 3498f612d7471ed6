import { data } from "react-router";

/** Unmatched paths; the root's error boundary shows them. */
export function loader(): never {
  throw data(null, { status: 404 });
}

/** Posts get a 404 too. */
export function action(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
