import { requireSandbox } from "./sandbox-only.server.ts";

/** Fails as no page should, to show what a customer then sees. */
export function loader() {
  requireSandbox();
  throw new Error("The gallery's unexpected error.");
}

export default function GalleryError() {
  return null;
}
