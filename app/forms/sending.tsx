import { useEffect, useRef, useState } from "react";
import { type FormEncType, useActionData, useSubmit } from "react-router";
import type { ConnectionLost, PostRefused } from "#app/browser/lost-answer.ts";
import { untilReachable } from "#app/browser/reachable.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Notice } from "#app/ui/notice.tsx";

const slowAfterMs = 4000;
/** After this time a customer no longer expects the form to be sent. */
const resendsForMs = 120_000;

/** A spinner beside a button, whose label the law may prescribe. */
export function Sending({ sending }: { sending: boolean }) {
  const t = useT("common", "form");
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!sending) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [sending]);
  return (
    <p className="sending" role="status">
      {[sending && t("sending"), slow && t("slow")].filter(Boolean).join(" ")}
    </p>
  );
}

/** Shown at the button of a form that got no response of the portal, or none that is about its fields. */
export function LostConnection() {
  const t = useT("common", "form");
  const reply = useActionData<Partial<ConnectionLost & PostRefused>>();
  const { connectionLost: lost, sent, refused } = reply ?? {};
  const losses = { before: t("lost.before"), sending: t("lost.sending"), stuck: t("lost.stuck") };
  const isBack = useReturn(reply, lost, sent);
  const shown = refused ?? (lost && { title: t("lost.title"), text: losses[lost] });
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each lost response
  useEffect(() => notice.current?.focus(), [reply]);
  return (
    shown && (
      <div ref={notice} role="alert" tabIndex={-1}>
        {isBack ? (
          <Notice text={t("lost.back")} />
        ) : (
          <Notice kind="warning" title={shown.title} text={shown.text} />
        )}
      </div>
    )
  );
}

/**
 * Sends the form again under the same id while the customer waits, but not once they have changed something.
 * @returns whether the portal can be reached again and it is the customer who sends
 */
function useReturn(
  reply: unknown,
  lost: ConnectionLost["connectionLost"] | undefined,
  sent: Request | undefined,
): boolean {
  const submit = useSubmit();
  const [isBack, setIsBack] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each lost response
  useEffect(() => {
    setIsBack(false);
    if (!lost || lost === "stuck") return;
    const stop = new AbortController();
    let resends = true;
    const giveUp = () => {
      resends = false;
    };
    const limit = setTimeout(giveUp, resendsForMs);
    addEventListener("input", giveUp, { signal: stop.signal });
    untilReachable(stop.signal).then(async (reachable) => {
      if (!reachable) return;
      if (!sent || !resends) return setIsBack(true);
      const { pathname, search } = new URL(sent.url);
      const [encType] = sent.headers.get("Content-Type")?.split(";") ?? [];
      const form = await sent.formData();
      // eslint-disable-next-line house/no-cast -- it was sent with an encoding that the router has
      submit(form, { method: "post", action: pathname + search, encType: encType as FormEncType });
    });
    return () => {
      clearTimeout(limit);
      stop.abort();
    };
  }, [reply]);
  return isBack;
}
