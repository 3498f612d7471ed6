import { data } from "react-router";

/** Any path that no page has: the root's error boundary shows it. */
export function loader(): never {
  throw data(null, { status: 404 });
}

/** A post to nowhere is as much a 404 as a look. */
export function action(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
