import { join } from "node:path";
import type { JsxChild, JsxElement, JsxFragment, Node, SourceFile } from "typescript/unstable/ast";
import {
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
} from "typescript/unstable/ast/is";
import { API, type LiteralType, type Type, TypeFlags, type UnionType } from "typescript/unstable/sync";
import { afterAll, expect, test } from "vitest";

// A browser's translator takes text nodes out of the page. React then fails to remove one, or to put anything before one
// (react/react#11538), and with it the whole page. A text that is alone in its element is safe: React sets it as a whole.
const root = join(import.meta.dirname, "../..");
const typescript = new API({ cwd: root });
afterAll(() => typescript.close());

type Parent = JsxElement | JsxFragment;
type Kind = "nothing" | "text" | "list" | "other";
interface Place {
  file: SourceFile;
  parent: Parent;
  children: JsxChild[];
}

const isHost = (node: JsxChild) =>
  (isJsxElement(node) && /^[a-z]/.test(node.openingElement.tagName.getText())) ||
  (isJsxSelfClosingElement(node) && /^[a-z]/.test(node.tagName.getText()));
/** Neither a line break in the source nor a comment. */
const isShown = (child: JsxChild) =>
  isJsxText(child) ? child.text.trim() !== "" : !isJsxExpression(child) || child.expression !== undefined;

function placesIn(file: SourceFile): Place[] {
  const found: Place[] = [];
  const look = (node: Node) => {
    if (isJsxElement(node) || isJsxFragment(node))
      found.push({ file, parent: node, children: node.children.filter(isShown) });
    node.forEachChild(look);
  };
  look(file);
  return found;
}

function kindsOf(type: Type): Kind[] {
  const { flags } = type;
  if (flags & TypeFlags.Union) return (type as UnionType).getTypes().flatMap(kindsOf);
  if (flags & (TypeFlags.Undefined | TypeFlags.Null | TypeFlags.BooleanLike | TypeFlags.Void))
    return ["nothing"];
  if (flags & TypeFlags.Literal) {
    const { value } = type as LiteralType;
    // `text && <p>` may be an empty text, which React leaves out; a translator leaves blanks alone.
    if (!value || typeof value === "object") return ["nothing"];
    if (String(value).trim() === "") return ["other"];
  }
  if (flags & (TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike)) return ["text"];
  return [checker.isArrayType(type) ? "list" : "other"];
}

const project = typescript.updateSnapshot({ openProject: join(root, "tsconfig.json") }).getProjects()[0];
if (!project) throw new Error("There is no project.");
const { program, checker } = project;
const places = program
  .getSourceFileNames()
  .filter((name) => /^(app|sandbox)\/.*\.tsx$/.test(name.slice(root.length + 1)))
  .flatMap((name) => placesIn(program.getSourceFile(name) as SourceFile));
const expressions = places
  .flatMap(({ children }) => children)
  .flatMap((child) => (isJsxExpression(child) && child.expression ? [child.expression] : []));
const types = new Map(checker.getTypeAtLocation(expressions).map((type, at) => [expressions[at], type]));

function kindsIn(child: JsxChild): Set<Kind> {
  if (isJsxText(child)) return new Set(["text"]);
  const type = isJsxExpression(child) ? types.get(child.expression) : undefined;
  return new Set(type ? kindsOf(type) : ["other"]);
}

function looseTexts({ file, parent, children }: Place): string[] {
  const [only] = children;
  if (children.length === 1 && only && isJsxElement(parent) && isHost(parent)) return [];
  let isBehindOptional = false;
  return children.flatMap((child) => {
    const kinds = kindsIn(child);
    const isText = kinds.has("text") && !kinds.has("other");
    // A fragment may come and go as a whole.
    const isWrong = isText && (kinds.has("nothing") || isBehindOptional || isJsxFragment(parent));
    if (kinds.has("nothing") || kinds.has("list")) isBehindOptional = true;
    else if (isHost(child)) isBehindOptional = false;
    if (!isWrong) return [];
    const start = child.getStart(file);
    const line = file.text.slice(0, start).split("\n").length;
    return [`${file.fileName.slice(root.length + 1)}:${line} ${file.text.slice(start, child.end)}`];
  });
}

test("a text that comes and goes, or stands behind what does, is alone in its element", () => {
  expect(places.length).toBeGreaterThan(500);
  expect(places.flatMap(looseTexts)).toEqual([]);
});
