/** A message beside a field; scripts go by its code. */
export interface FieldError {
  code: string;
  message: string;
}

/** The constraints that an input gets from its schema. A field without a row is required. */
export interface Constraint {
  optional?: true;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** What a form page needs to show a form: at first, after an invalid post, and when going back. */
export interface FormState {
  /** Made when the page was rendered; the same post twice has one effect. */
  submissionId: string;
  /** Typed or cached values by dotted field name. */
  values: Record<string, string | string[]>;
  /** By dotted field name, in the order of the form. */
  errors: Record<string, FieldError>;
  /** By dotted field name, made from the form's schema: see `constraintsOf`. */
  constraints: Record<string, Constraint>;
  /** Proposals of the address check, one line each, to choose from. */
  suggestions?: string[];
  /** A problem that is not about a field: shown above the form, which may be sent again. */
  problem?: {
    headline: string;
    text: string;
    /** The provider's failure; without one the input is wrong. */
    state?: string;
  };
}

/** Value of `addressChoice` for "my input"; a number chooses a suggestion. */
export const ownAddress = "entered";

/** Whether something is wrong with what was typed. */
export const isInvalid = ({ errors, problem }: FormState): boolean =>
  Object.keys(errors).length > 0 || (problem !== undefined && problem.state === undefined);

/** Action data of every form page; the status says whether it was the input (422) or something else. */
export interface FormReply {
  form: FormState;
}

/** Set by the browser when the answer to a post never came; the form stays as typed. */
export interface ConnectionLost {
  /** Without a network before it was sent, nothing can have arrived. */
  connectionLost: "before" | "sending";
  /** To be sent again. */
  sent: Request | undefined;
}
