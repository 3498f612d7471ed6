import { isRecord } from "#app/domain/is-record.ts";
import type { Problem } from "#app/errors/problem.ts";
import { problem } from "./contract/common.ts";
import { type Deviation, isEmpty, readAnswer } from "./read-answer.ts";

/**
 * Reads a provider's error body; whatever else is in it, its code is found. Never fails.
 * @returns `problem` undefined for a body that is no JSON object
 */
export function readProblem(json: unknown): { problem: Problem | undefined; deviations: Deviation[] } {
  if (!isRecord(json)) return { problem: undefined, deviations: [] };
  const errors = errorsOf(json.errors);
  const answer = readAnswer(problem, { ...json, errors });
  const deviations = [...answer.deviations];
  if (!answer.ok) return { problem: {}, deviations: [...deviations, ...answer.unusable] };
  const { code, errors: refused = [], ...more } = answer.data;
  const read: Problem = more;
  if (code) read.code = code.trim().toUpperCase();
  const readable = refused.filter((error) => Object.keys(error).length > 0);
  if (readable.length > 0) read.errors = readable.slice(0, maxErrors).map(shortened);
  else if (!isEmpty(json.errors)) deviations.push({ path: "errors", what: "unreadable" });
  // An errors list without any readable content is a refusal all the same.
  if (readable.length === 0 && isList(json.errors)) read.errors = [{}];
  return { problem: read, deviations };
}

const isList = (errors: unknown) =>
  Array.isArray(errors)
    ? errors.length > 0
    : typeof errors === "object" && errors !== null && !Object.values(errors).every(isEmpty);

/** As much as a page has room for. */
const maxErrors = 50;
const longestWords = 300;
const shortened = ({ message, ...error }: FieldProblem): FieldProblem =>
  message ? { ...error, message: message.slice(0, longestWords) } : error;

type FieldProblem = NonNullable<Problem["errors"]>[number];
type Entry = Record<string, unknown>;

/** An errors list in any shape: entries with or without a field, plain messages, or messages by field. */
function errorsOf(errors: unknown): Entry[] | undefined {
  const entries = Array.isArray(errors)
    ? errors.flatMap((entry) => entryOf(entry))
    : typeof errors === "object" && errors !== null
      ? Object.entries(errors).flatMap(([field, entryOrList]) =>
          [entryOrList].flat().flatMap((one) => entryOf(one).map((entry) => ({ field, ...entry }))),
        )
      : entryOf(errors);
  return entries.length > 0 ? entries : undefined;
}

/** A message that looks like a code is one. The field is called `field`, as in the contract, `path` or `property`. */
function entryOf(given: unknown): Entry[] {
  if (typeof given === "string" && given.trim())
    return [/^[A-Z][A-Z0-9_]*$/.test(given.trim()) ? { code: given.trim() } : { message: given.trim() }];
  if (!isRecord(given)) return [];
  const { field, path, property, ...rest } = given;
  const name = field ?? path ?? property;
  return [{ ...rest, ...(name !== undefined && { field: Array.isArray(name) ? name.join(".") : name }) }];
}
