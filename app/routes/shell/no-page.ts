/** For routes that answer with a file or redirect: without it their failures would be bare data instead of pages. */
export default function NoPage() {
  return null;
}
