import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const folder = join(import.meta.dirname, "../../journeys");

/**
 * The value for a field: a text, a file, or `null` to leave it out. `name?` is only used in a form that has the field.
 */
const fields = z.record(
  z.string(),
  z.union([z.string(), z.null(), z.strictObject({ file: z.string(), content: z.string() })]),
);
export type Fields = z.infer<typeof fields>;

/** The response at the end of a step's redirects. `elsewhere` is a page outside the portal. */
const expected = {
  page: z.string(),
  status: z.union([z.int(), z.string()]).default(200),
  state: z.string().optional(),
  /** Expected error codes by field; any others end the run. */
  errors: z.record(z.string(), z.string()).optional(),
};

const step = z.union([
  z.strictObject({ open: z.string(), ...expected }),
  z.strictObject({ send: fields, twice: z.literal(true).optional(), ...expected }),
  /** Fills in and sends whatever forms appear, by the name of their page, until the expected page is reached. */
  z.strictObject({ fill: z.record(z.string(), fields), open: z.string().optional(), ...expected }),
]);
export type Step = z.infer<typeof step>;

const journey = z.strictObject({
  title: z.string(),
  /** One run each; their values replace `{name}` in the steps. `token` gets a suffix, to have a state of its own. */
  each: z.array(z.looseObject({ token: z.string() }).catchall(z.string())).min(1),
  steps: z.array(step).min(1),
});
export type Journey = z.infer<typeof journey> & { name: string };

/** What is wrong, by place. Of a step's three shapes, the one that fits best is assumed. */
function reasons(issues: z.core.$ZodIssue[], before: PropertyKey[] = []): string[] {
  return issues.flatMap((issue) => {
    const path = [...before, ...issue.path];
    if (issue.code !== "invalid_union" || issue.errors.length === 0)
      return [`${issue.message} at ${path.map(String).join(".")}`];
    const [nearest = []] = issue.errors.map((one) => reasons(one, path)).sort((a, b) => a.length - b.length);
    return nearest;
  });
}

/**
 * A journey as read from its file.
 * @throws Error with what is wrong in it, key by key
 */
export function readJourney(file: string, text: string): Journey {
  const parsed = journey.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`journeys/${file}: ${reasons(parsed.error.issues).join("; ")}`);
  return { name: file.replace(/\.json$/, ""), ...parsed.data };
}

/** Every journey of `journeys/`. */
export const allJourneys = (): Journey[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => readJourney(file, readFileSync(join(folder, file), "utf8")));

/** A copy in which every `{name}` with a value is replaced. */
export function filledIn<T>(template: T, values: Record<string, string>): T {
  return JSON.parse(JSON.stringify(template), (_, value) =>
    typeof value === "string" ? value.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all) : value,
  );
}
