import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "react-router";
import type { ConnectionLost } from "./form-state.ts";

/**
 * In the browser, a post whose connection breaks would reach the error boundary and take the form with it. Here it
 * becomes an answer of the form: what was typed stays, and the same submission id is sent again.
 */
export async function keepFormOnLostConnection({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    // Answers of the portal itself (redirects, error states) go their way.
    if (error instanceof Response || isRouteErrorResponse(error)) throw error;
    return data({ connectionLost: true } satisfies ConnectionLost, { status: 503 });
  }
}
