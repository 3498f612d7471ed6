import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { lastRelease } from "./last-release.ts";
import { node } from "./portal.ts";
import { root } from "./repository.ts";

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
type Schemas = Record<string, Schema>;
type Content = Record<string, { schema?: Schema }>;
interface Operation {
  description?: string;
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
}
export interface ContractDocument {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

const print = `
  import { openApiDocument } from "./sandbox/openapi.ts";
  console.log(JSON.stringify(openApiDocument()));
`;

/**
 * The contract of the last release, printed by its own sources: against it, providers are built.
 * @param folder an empty one for those sources
 * @returns undefined before the first release, and in sources without their history
 */
export function documentBefore(folder: string): ContractDocument | undefined {
  const release = lastRelease();
  if (!release) return undefined;
  execFileSync("sh", ["-c", `git archive ${release.commit} | tar -x -C "${folder}"`], { cwd: root });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const args = ["--input-type=module", "--eval", print];
  return JSON.parse(execFileSync(node, args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 }));
}

/** The members of a schema by their path, and whether each is required where its parent is. */
function* membersIn(
  given: Schema,
  named: Schemas,
  at = "",
  depth = 0,
): Generator<[path: string, required: boolean]> {
  const schema = given.$ref ? named[given.$ref.split("/").at(-1) ?? ""] : given;
  if (!schema || depth > 12) return;
  for (const one of schema.anyOf ?? []) yield* membersIn(one, named, at, depth + 1);
  if (schema.items) yield* membersIn(schema.items, named, `${at}[]`, depth + 1);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield [`${at}.${name}`, schema.required?.includes(name) ?? false];
    yield* membersIn(member, named, `${at}.${name}`, depth + 1);
  }
}

const parentOf = (member: string) => member.slice(0, member.lastIndexOf(".")).replaceAll("[]", "");

/** What a document asks of a provider: calls, and what their bodies and answers have. */
function asked(document: ContractDocument) {
  const calls = new Map<
    string,
    Record<"sent" | "answered", Map<string, boolean>> & { isAddition: boolean }
  >();
  const members = (content: Content = {}) =>
    new Map(
      Object.values(content).flatMap(({ schema }) =>
        schema ? [...membersIn(schema, document.components.schemas)] : [],
      ),
    );
  for (const [address, methods] of Object.entries(document.paths))
    for (const [method, { description = "", requestBody, responses = {} }] of Object.entries(methods))
      calls.set(`${method.toUpperCase()} ${address}`, {
        isAddition: description.includes("An addition to specification §7."),
        sent: members(requestBody?.content),
        answered: members(responses["200"]?.content),
      });
  return calls;
}

const requiredOf = (members: Map<string, boolean>) =>
  [...members].flatMap(([member, isRequired]) => (isRequired ? [member] : []));

/** Why a provider that meets one document may not meet the next: by call and member. */
export function breakingChanges(before: ContractDocument, after: ContractDocument): string[] {
  const old = asked(before);
  const young = asked(after);
  const found: string[] = [];
  for (const [call, { isAddition, sent, answered }] of young) {
    const known = old.get(call);
    if (!known) {
      if (!isAddition) found.push(`${call} has to be there`);
      continue;
    }
    const had = new Set(["", ...[...known.answered.keys()].map((member) => member.replaceAll("[]", ""))]);
    for (const member of requiredOf(answered))
      if (!known.answered.get(member) && had.has(parentOf(member)))
        found.push(`${call} has to answer with ${member}`);
    for (const member of requiredOf(known.sent))
      if (!sent.get(member)) found.push(`${call} may lack ${member}`);
  }
  for (const call of old.keys()) if (!young.has(call)) found.push(`${call} is never asked`);
  return found;
}
