export interface Mail {
  to: string;
  kind: string;
  text: string;
  headers: Record<string, string>;
  attachments: string[];
}

/** The mails that the sandbox behind this address sent about a token or a declaration, the latest first. */
export async function mailsAbout(origin: string, reference: string): Promise<Mail[]> {
  const answer = await fetch(`${origin}/sandbox/outbox.json?reference=${encodeURIComponent(reference)}`);
  return (await answer.json()) as Mail[];
}
