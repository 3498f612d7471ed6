type Fields = Readonly<Record<string, string>>;

/** One step on the way to an example: a page to open, or a form to send. */
export interface ExampleStep {
  path: string;
  send?: Fields;
  /** The form must be the page's own, as it contains something that only this session has. */
  ownForm?: true;
}

/**
 * How to reach a page in one of its states. In paths and fields, `{customer}` stands for a word that gives visitors a
 * state of their own, `{id}` for a UUID, `{brand}` for the brand and `{service}` for what it sells. Paths are the
 * German ones.
 */
export interface Example {
  /** A unique name for people. */
  name: string;
  /** `data-page` and `data-state` of its `<main>`. */
  page: string;
  state?: string;
  status: number;
  path: string;
  /** Steps to do first, in order. */
  before?: readonly ExampleStep[];
  /** The page is the response to this post. */
  post?: Fields;
  ownForm?: true;
}

/** An example whose page is shown with 200, unless `more` says otherwise. */
export const shown = (name: string, page: string, path: string, more: Partial<Example> = {}): Example => ({
  name,
  page,
  path,
  status: 200,
  ...more,
});

interface ExampleRequest {
  brand: string;
  prepaid: boolean;
  locale: string;
  customer: string;
  /** A UUID. */
  id: string;
}

/** Fills in the visitor's values, and adds the language prefix to paths. */
export function exampleFor({ brand, prepaid, locale, customer, id }: ExampleRequest) {
  const values: Record<string, string> = { brand, customer, id, service: prepaid ? "prepaid" : "mobile" };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const fields = (given: Fields) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fill(value)]));
  const prefixed = (path: string) =>
    locale === "de" ? fill(path) : `/${locale}${path === "/" ? "" : fill(path)}`;
  return (example: Example) => ({
    ...example,
    path: prefixed(example.path),
    before: (example.before ?? []).map(({ path, send, ownForm }) => ({
      path: prefixed(path),
      ownForm,
      send: send && fields(send),
    })),
    post: example.post && fields(example.post),
  });
}
