import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
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
  /** What the page says, among other things. */
  texts: z.array(z.string()).optional(),
  /** What its form is filled in with. */
  values: z.record(z.string(), z.string()).optional(),
  /** What these headers of the response contain; `null`: the header is not there. */
  headers: z.record(z.string(), z.string().nullable()).optional(),
  /** Events of the data layer in this order, with at least these members; others may be between them. */
  tracking: z.array(z.record(z.string(), z.unknown())).optional(),
  /** How often a call of the token has acted so far, as `POST /api/offer/accept/*`. Only the sandbox reports it. */
  calls: z.record(z.string(), z.int()).optional(),
};

const step = z.union([
  z.strictObject({ open: z.string(), ...expected }),
  z.strictObject({ send: fields, twice: z.literal(true).optional(), ...expected }),
  /** Posts these fields to a path, without looking at its page before. */
  z.strictObject({ post: z.string(), with: fields, twice: z.literal(true).optional(), ...expected }),
  /** Fills in and sends whatever forms appear, by the name of their page, until the expected page is reached. */
  z.strictObject({ fill: z.record(z.string(), fields), open: z.string().optional(), ...expected }),
]);
export type Step = z.infer<typeof step>;

const journey = z.strictObject({
  /** What it does; a run on another system changes nothing else. */
  title: z.string(),
  /** What the link has to be where it is not the sandbox's. */
  needs: z.string().optional(),
  /** One run each; their values replace `{name}` in the steps. `token` gets a suffix, to have a state of its own. */
  each: z.array(z.looseObject({ token: z.string() }).catchall(z.string())).min(1),
  steps: z.array(step).min(1),
});
export type Journey = z.infer<typeof journey> & { name: string };

/** What is wrong, by place. Of a step's shapes, the one that fits best is assumed. */
function reasons(issues: z.core.$ZodIssue[], before: PropertyKey[] = []): string[] {
  return issues.flatMap((issue) => {
    const path = [...before, ...issue.path];
    if (issue.code !== "invalid_union" || issue.errors.length === 0)
      return [`${issue.message} at ${path.map(String).join(".")}`];
    const [nearest = []] = issue.errors.map((one) => reasons(one, path)).sort((a, b) => a.length - b.length);
    return nearest;
  });
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${(error as Error).message}`);
  }
}

/**
 * A journey as read from its file.
 * @throws Error with what is wrong in it, key by key
 */
export function readJourney(file: string, text: string): Journey {
  const parsed = journey.safeParse(jsonOf(file, text));
  if (!parsed.success) throw new Error(`${file}: ${reasons(parsed.error.issues).join("; ")}`);
  return { name: basename(file, ".json"), ...parsed.data };
}

/** The names of the journeys in `journeys/`. */
export const journeyNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => basename(file, ".json"));

/** A journey of `journeys/` by its name, or any other by the path of its file. Neighbours are not read. */
export function journeyNamed(name: string): Journey {
  const path = name.endsWith(".json") ? name : join(folder, `${name}.json`);
  if (!existsSync(path)) throw new Error(`There is no journey ${name}: --help lists them.`);
  return readJourney(relative(process.cwd(), path), readFileSync(path, "utf8"));
}

/** A copy in which every `{name}` with a value is replaced. */
export function filledIn<T>(template: T, values: Record<string, string>): T {
  return JSON.parse(JSON.stringify(template), (_, value) =>
    typeof value === "string" ? value.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all) : value,
  );
}
