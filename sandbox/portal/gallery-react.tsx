import { randomUUID } from "node:crypto";
import { type ReactNode, Suspense, use, useState, useTransition } from "react";
import { type ActionFunctionArgs, Form, useFetcher, useLoaderData, useSubmit } from "react-router";
import { postedFormContext } from "../../app/request/context.server.ts";
import { Page } from "../../app/shell/page.tsx";
import { Button } from "../../app/ui/button.tsx";
import { Card } from "../../app/ui/card.tsx";
import { requireSandbox } from "./sandbox-only.server.ts";

export const handle = { scripts: true };

export function loader() {
  requireSandbox();
  return { submissionId: randomUUID() };
}

export function action({ context }: ActionFunctionArgs) {
  requireSandbox();
  return String(context.get(postedFormContext).get("word"));
}

/**
 * Ordinary features of React and React Router that no customer page uses yet: they work in production as in
 * development, so that the next page that needs one can use it.
 */
export default function GalleryReact() {
  return (
    <Page name="gallery-react" title="React">
      <div lang="de" className="stack">
        <h1>React</h1>
        <SentInPlace />
        <SentByScript />
        <Transition />
        <Style />
        <Selection />
        <Suspended />
      </div>
    </Page>
  );
}

function SentInPlace() {
  const { submissionId } = useLoaderData<typeof loader>();
  const { data } = useFetcher<typeof action>({ key: "form" });
  return (
    <Card id="form" title="Form navigate={false}">
      <Form method="post" navigate={false} fetcherKey="form">
        <input type="hidden" name="submissionId" value={submissionId} />
        <Button type="submit" name="word" value="gesendet">
          Formular senden
        </Button>
      </Form>
      <Result text={data} />
    </Card>
  );
}

function SentByScript() {
  const submit = useSubmit();
  const { data } = useFetcher<typeof action>({ key: "submit" });
  const send = () => submit({ word: "gesendet" }, { method: "post", navigate: false, fetcherKey: "submit" });
  return (
    <Card id="submit" title="useSubmit">
      <Button onClick={send}>Per Skript senden</Button>
      <Result text={data} />
    </Card>
  );
}

function Transition() {
  const [isPending, startTransition] = useTransition();
  const [done, setDone] = useState(false);
  return (
    <Card id="transition" title="useTransition">
      <Button onClick={() => startTransition(() => setDone(true))}>Übergang beginnen</Button>
      <Result text={isPending ? "läuft" : done && "fertig"} />
    </Card>
  );
}

function Style() {
  const [width, setWidth] = useState<number>();
  // Set later by script, as the page's policy allows no style attributes in its HTML.
  const style = width === undefined ? undefined : { width };
  return (
    <Card id="style" title="style">
      <Button onClick={() => setWidth((width ?? 0) + 100)}>Verbreitern</Button>
      <p style={style}>breit</p>
    </Card>
  );
}

function Selection() {
  const [selected, setSelected] = useState("");
  return (
    <Card id="selection" title="onSelect">
      <input
        className="input"
        aria-label="Markieren"
        defaultValue="markiert"
        onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) =>
          setSelected(value.slice(selectionStart ?? 0, selectionEnd ?? 0))
        }
      />
      <Result text={selected} />
    </Card>
  );
}

function Suspended() {
  const [word, setWord] = useState<Promise<string>>();
  const load = () => setWord(new Promise((resolve) => setTimeout(resolve, 0, "geladen")));
  return (
    <Card id="suspense" title="Suspense">
      <Button onClick={load}>Laden</Button>
      <Suspense fallback={<Result text="lädt" />}>{word && <Loaded word={word} />}</Suspense>
    </Card>
  );
}

const Loaded = ({ word }: { word: Promise<string> }) => <Result text={use(word)} />;

const Result = ({ text }: { text: ReactNode }) => <output aria-label="Ergebnis">{text}</output>;
