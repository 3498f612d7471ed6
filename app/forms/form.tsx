import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useActionData, useFormAction, useLocation, useNavigation, useSubmit } from "react-router";
import type { ConnectionLost } from "#app/browser/lost-answer.ts";
import { useTypedDraft } from "#app/browser/typed-draft.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PhoneWithHours } from "#app/ui/phone-link.tsx";
import { ServerContent } from "#app/ui/server-content.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { typingAids } from "./aids.ts";
import { askedField, type FormReply, type FormState, isInvalid, type Question } from "./form-state.ts";
import { useOpenErrors } from "./open-errors.ts";
import { PageFields } from "./page-fields.tsx";
import { LostConnection, Sending } from "./sending.tsx";

async function arrange(target: EventTarget) {
  if (target instanceof HTMLInputElement) (await typingAids())?.arrange(target);
}

const FormContext = createContext<FormState | undefined>(undefined);

/** State of the enclosing form; fields read their value and message from it. */
export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error("A field is outside of PortalForm.");
  return form;
}

/** The form to show: the reply to the last post, or the one made by the loader. */
export function useFormState(loaded: FormState): FormState {
  const reply = useActionData<FormReply | ConnectionLost>();
  // After a post without an answer, the form is still the one of the answer before.
  const [answered, setAnswered] = useState<FormState>();
  const latest = reply && "form" in reply ? reply.form : reply && answered;
  if (latest !== answered) setAnswered(latest);
  return useMemo(() => {
    const { texts, secret } = loaded;
    return latest ? { texts, secret, ...latest } : loaded;
  }, [latest, loaded]);
}

/** Of values that the customer has not typed on this page. */
function Carried() {
  const t = useT("common", "shell");
  return <Notice kind="info" text={t("carried")} />;
}

interface PortalFormProps {
  id: string;
  form: FormState;
  children?: ReactNode;
  /** The form stands in this card, and its messages above it. */
  card?: Omit<ComponentProps<typeof Card>, "children">;
  /** Label of the button; without one, the fields bring their own. */
  submit?: string;
  /** Of that button; what most come for is the primary one. */
  kind?: "secondary" | "danger" | "quiet";
  /** The law prescribes the label: it is visible in every state of the button. */
  legal?: boolean;
  /** Beside the button, e.g. a way back. */
  aside?: ReactNode;
  /** Directly above the button. */
  before?: ReactNode;
  action?: string;
  /**
   * Without JavaScript the form is posted to another address than the page's. If there is no network, the browser's
   * error page then gets a history entry of its own, and "back" leads to the form with its input (decision 0124).
   */
  keepsHistory?: boolean;
  encType?: "multipart/form-data";
  /** Above the messages of a form that asks for one thing: what is missing. */
  missing?: string;
  /** With JavaScript a dialog shows the messages of a refused post; the summary is neither focused nor announced. */
  dialogShowsErrors?: boolean;
  /** What is sent with JavaScript, if it is not simply the form. It never fails. */
  body?: (form: HTMLFormElement) => FormData | Promise<FormData>;
}

/** A plain HTML form that JavaScript protects against a second click, a lost connection and unnoticed messages. */
export function PortalForm(props: PortalFormProps) {
  const { id, form, children, submit, legal, aside, before, action, keepsHistory, encType } = props;
  const { missing, dialogShowsErrors, body, kind, card } = props;
  const ownAddress = useFormAction();
  const { search } = useLocation();
  const navigation = useNavigation();
  const sending = navigation.state !== "idle" && navigation.formMethod === "POST";
  const element = useRef<HTMLFormElement>(null);
  const pressed = usePressed(navigation.state);
  const submitForm = useSubmit();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending || pressed.is) return;
    pressed.set(true);
    const { currentTarget: form } = event;
    const { submitter } = event.nativeEvent;
    const sent =
      body ?? ((formElement) => (submitter instanceof HTMLButtonElement ? submitter : formElement));
    // The button is shown busy before the router starts, which takes a slow phone a tenth of a second (bench/busy.ts).
    setTimeout(async () =>
      submitForm(await sent(form), { method: "post", encType, ...(keepsHistory && { action: ownAddress }) }),
    );
  };
  useTypedDraft(element, form.secret);
  useResetOnReturn(sending);
  const { shown, onBlur, onChange } = useOpenErrors(form);
  const isAnswered = isInvalid(form) && !isInvalid(shown);
  // Until then, the question's button is the strongest.
  const isAsking = form.question !== undefined && !isAnswered;
  // Without an action: a post goes to the page's own address.
  const fields = (
    <form
      ref={element}
      id={id}
      method="post"
      action={keepsHistory ? `?${withSent(search)}` : action}
      encType={encType}
      className="form"
      noValidate
      onSubmit={send}
      onFocus={({ target }) => target.matches("input") && typingAids()}
      onInput={({ target, nativeEvent }) =>
        // A keyboard that composes a word would write what it holds behind what is rearranged.
        nativeEvent.isComposing || arrange(target)
      }
      onCompositionEnd={({ target }) => arrange(target)}
      onBlur={(event) => {
        void arrange(event.target);
        onBlur(event);
      }}
      onChange={onChange}
    >
      {form.submissionId && <input type="hidden" name="submissionId" value={form.submissionId} />}
      {form.stamp && <input type="hidden" name="edition" value={form.stamp} />}
      {form.asked?.map((name) => (
        <input key={name} type="hidden" name={askedField} value={name} />
      ))}
      <PageFields />
      {children}
      {before}
      {submit && (
        <div className="form-actions">
          <Button
            type="submit"
            kind={isAsking && !legal ? "secondary" : kind}
            loading={sending || pressed.is}
            legal={legal}
          >
            {submit}
          </Button>
          <Sending sending={sending || pressed.is} />
          {aside}
        </div>
      )}
      {!submit && <Sending sending={sending || pressed.is} />}
      <LostConnection />
    </form>
  );
  return (
    <FormContext value={shown}>
      {form.problem?.state && (
        <Notice kind="error" title={form.problem.headline} role="alert" text={form.problem.text}>
          {form.problem.help && <Help rows={form.problem.help} />}
        </Notice>
      )}
      {form.isCarried && (
        <ServerContent as="div" className="carried">
          {import.meta.env.SSR && <Carried />}
        </ServerContent>
      )}
      {form.question && isAsking ? (
        <Asked question={form.question} id={id} form={form} />
      ) : (
        <ErrorSummary form={form} shown={shown} title={missing} quiet={dialogShowsErrors === true} />
      )}
      {card ? <Card {...card}>{fields}</Card> : fields}
    </FormContext>
  );
}

const Help = ({ rows }: { rows: NonNullable<NonNullable<FormState["problem"]>["help"]> }) => (
  <SummaryList
    className="status-meta"
    rows={rows.map(({ kind, label, value, note }) => ({
      label,
      value:
        kind === "phone" ? (
          <PhoneWithHours number={value} hours={note} />
        ) : (
          <code translate="no">{value}</code>
        ),
    }))}
  />
);

/**
 * The query of another address of the same page: in its history, a browser replaces a page by the response to a post to its address.
 */
function withSent(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  query.set("sent", "");
  return query;
}

/** True from the click until the post has ended: the router's own state takes a while to be rendered. */
function usePressed(state: string) {
  const [is, set] = useState(false);
  const reply = useActionData();
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each end, and each reply
  useEffect(() => {
    if (state === "idle") set(false);
  }, [state, reply]);
  return { is, set };
}

/** A page restored from the browser's back/forward cache would still show itself as sending, so it is reloaded. */
function useResetOnReturn(sending: boolean) {
  useEffect(() => {
    if (!sending) return;
    const anew = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener("pageshow", anew);
    return () => removeEventListener("pageshow", anew);
  }, [sending]);
}

/** Changing the address's hash would be a navigation, which removes the messages. */
function focusField(event: MouseEvent, name: string) {
  const field = document.getElementById(name);
  if (!field) return;
  event.preventDefault();
  field.focus();
}

type Wrong = Pick<FormState, "errors" | "problem">;

interface ErrorSummaryProps {
  form: Wrong;
  /** The form without the messages that are resolved. */
  shown: Wrong;
  title?: string | undefined;
  quiet?: boolean;
}

/** What says what is wrong gets the focus once a post was refused. */
function useFocusOnRefusal(form: Wrong, quiet: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const here = useRef(false);
  useEffect(() => {
    // Messages that came with the page were read before its JavaScript ran: a field that has the focus keeps it.
    const calls = here.current ? !quiet : document.activeElement === document.body;
    here.current = true;
    if (calls && isInvalid(form)) box.current?.focus();
  }, [form, quiet]);
  return { box, here };
}

interface AskedProps {
  form: Wrong;
  question: Question;
  /** Of the form that the answers are sent with. */
  id: string;
}

/** A question in place of the messages: its buttons answer it, or what is typed in the field. */
function Asked({ question, id, form }: AskedProps) {
  const { field, title, text, take, keep } = question;
  const { box } = useFocusOnRefusal(form, false);
  const wasRefused = isInvalid(form);
  const isApart = keep.name !== undefined;
  const to = isApart ? undefined : id;
  const answers = (
    <div className="form-actions">
      <Button form={to} name={take.name} value={take.value}>
        {take.label}
      </Button>{" "}
      <Button form={to} kind="secondary" name={keep.name} value={keep.value}>
        {keep.label}
      </Button>
    </div>
  );
  return (
    <div
      ref={box}
      className="notice warning asked"
      role={wasRefused ? "alert" : undefined}
      tabIndex={-1}
      data-error-summary={wasRefused ? "" : undefined}
    >
      <Icon name="warning" />
      <div>
        {/* A field that is on this page is described by it. */}
        <p
          className="notice-title"
          id={isApart ? undefined : `${field}-error`}
          data-code={form.errors[field]?.code}
        >
          {title}
        </p>
        <p>{text}</p>
        {isApart ? (
          <form id={`ask-${field}`} method="post">
            <PageFields />
            {answers}
          </form>
        ) : (
          answers
        )}
      </div>
    </div>
  );
}

/** More messages than that are folded: each stands at its field, too. */
const longestSummary = 3;

/** All messages at the top of the page, each a link to its field. */
export function ErrorSummary({ form, shown, title, quiet = false }: ErrorSummaryProps) {
  const t = useT("common", "form");
  const { box, here } = useFocusOnRefusal(form, quiet);
  const { errors, problem } = shown;
  const rows = Object.entries(errors);
  if (!isInvalid(shown)) return null;
  const links = (
    <ul>
      {rows.map(([name, { message }]) => (
        <li key={name}>
          <a href={`#${name}`} onClick={(event) => focusField(event, name)}>
            {message}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <div
      ref={box}
      className="error-summary"
      role="alert"
      aria-live={(quiet && here.current) || shown !== form ? "off" : undefined}
      tabIndex={-1}
      data-error-summary=""
    >
      <h2>{rows.length > 0 ? (title ?? t("summary", { count: rows.length })) : problem?.headline}</h2>
      {problem && <p>{problem.text}</p>}
      {problem?.links && problem.links.length > 0 && (
        <ul>
          {problem.links.map(({ href, text }) => (
            <li key={text}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
      {rows.length > longestSummary ? (
        <details className="fold">
          <summary>{t("summaryLinks")}</summary> {links}
        </details>
      ) : (
        rows.length > 0 && links
      )}
    </div>
  );
}
