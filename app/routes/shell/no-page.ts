/** The page of a route that answers a file or a redirect: it has none of its own, only its failure is a page. */
export default function NoPage() {
  return null;
}
