/** What a page would be rendered from. */
export interface Page {
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
  errors: Record<string, { data?: unknown }> | null;
}

/** The state that a page shows instead of its content. */
export function stateOf({ errors }: Page): string | undefined {
  const [error] = Object.values(errors ?? {});
  const { state } = (error?.data ?? {}) as { state?: string };
  return state;
}
