/** Set in the browser when no response to a post arrived; the form keeps its input. */
export interface ConnectionLost {
  /**
   * `before`: there was no network when it was sent, so nothing can have arrived. `stuck`: it has been sent several
   * times in vain.
   */
  connectionLost: "before" | "sending" | "stuck";
  /** The request to send again. */
  sent?: Request;
}

/** Set in the browser when the portal did not take a post that is no matter of its fields. */
export interface PostRefused {
  refused: { title: string; text: string };
}
