/** For routes that answer with a file or redirect: only their failures are pages. */
export default function NoPage() {
  return null;
}
