import type { Section } from "#app/i18n/resources.ts";

/** A message beside a field; scripts use its code. */
export interface FieldError {
  code: string;
  message: string;
}

/** Whether something else was meant than what was typed: a panel above the form asks, with a button for each answer. */
export interface Question {
  /** The field that it is about. */
  field: string;
  title: string;
  text: string;
  take: Answer;
  /** With a name, the answers are a form of their own. Without one, it sends the page's form as it is. */
  keep: Answer;
}
interface Answer {
  label: string;
  name?: string;
  value?: string;
}

/** The constraints that an input gets from its schema. */
export interface Constraint {
  optional?: true;
  minLength?: number;
  maxLength?: number;
}

/** What a form page needs to show its form: at first, after an invalid post, and when going back. */
export interface FormState {
  /** Made when the page was rendered; the same post sent twice has one effect. */
  submissionId: string;
  /** Instead of an id, on pages that are the same for everybody: the stamp of the page, which posts it as `edition`. */
  stamp?: string | undefined;
  /** The customer's input or stored values, by dotted field name. */
  values: Record<string, string | string[]>;
  /** Some of the values come from before, sealed in the page's address: the page says so. */
  isCarried?: true;
  /** By dotted field name, in the order of the form. */
  errors: Record<string, FieldError>;
  /** Fields that the customer was asked for and may leave empty. */
  asked?: string[];
  /** It stands in place of the messages, of which it is the only one. */
  question?: Question;
  /** By dotted field name, made from the form's schema: see `constraintsOf`. */
  constraints: Record<string, Constraint>;
  /** Of the loader's form only: groups of texts; a field's label is the text of its name, its hint the one of `<name>Hint`. */
  texts?: readonly Section[];
  /** Stored values, masked: their inputs are empty, and what is typed there replaces them. */
  maskedValues?: Record<string, string>;
  /** Fields that no draft in the browser keeps. */
  secret?: readonly string[];
  /** Suggestions of the address check to choose from, one line each. */
  suggestions?: string[];
  /** A problem that is not about a field: shown above the form, which may be sent again. */
  problem?: {
    headline: string;
    text: string;
    /** To the pages that fix it. */
    links?: { href: string; text: string }[];
    /** The provider's failure; without one, the input is wrong. */
    state?: string;
    /** Whom to call, and the number that finds this failure in the log; the page's footer then names no number. */
    help?: readonly { kind: "phone" | "code"; label: string; value: string; note?: string | undefined }[];
  };
}

/** Its values name the fields that the form was shown with as missing: who leaves them empty again means it. */
export const askedField = "asked";

/** Its value is how often its step had been saved when the page was made. */
export const savesField = "saves";

/** The end of the name of one of a date's three inputs. */
export const datePart = /\.(day|month|year)$/;

/** Value of `addressChoice` for "my input"; a number chooses a suggestion. */
export const ownAddress = "entered";

/** Whether something is wrong with the customer's input. */
export const isInvalid = ({ errors, problem }: Pick<FormState, "errors" | "problem">): boolean =>
  Object.keys(errors).length > 0 || (problem !== undefined && problem.state === undefined);

/** Action data of every form page; the status shows whether the input (422) or something else was wrong. */
export interface FormReply {
  form: FormState;
}
