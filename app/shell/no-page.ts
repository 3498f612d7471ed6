/**
 * For routes that serve a file or redirect: without a component, their failures would be bare data instead of pages.
 */
export default function NoPage() {
  return null;
}
