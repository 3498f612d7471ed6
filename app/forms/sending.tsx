import { useEffect, useRef, useState } from "react";
import { type FormEncType, useActionData, useSubmit } from "react-router";
import { untilReachable } from "#app/browser/reachable.ts";
import { useT } from "#app/i18n/texts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ConnectionLost } from "./form-state.ts";

const slowAfterMs = 4000;
const resends = 3;
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
      {sending && t("sending")}
      {slow && ` ${t("slow")}`}
    </p>
  );
}

/** Shown at the button of a form that got no response. */
export function LostConnection() {
  const t = useT("common", "form");
  const reply = useActionData() as ConnectionLost | object | undefined;
  const { connectionLost: lost, sent } = reply && "connectionLost" in reply ? reply : {};
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each lost response
  useEffect(() => notice.current?.focus(), [reply]);
  useResend(reply, sent);
  return (
    lost && (
      <div ref={notice} role="alert" tabIndex={-1}>
        <Notice kind="warning" title={t("lost.title")}>
          <p>{t(lost === "sending" ? "lost.sending" : "lost.before")}</p>
        </Notice>
      </div>
    )
  );
}

/** Sends the form again under the same id while the customer waits, but not once they have changed something. */
function useResend(reply: unknown, sent: Request | undefined) {
  const submit = useSubmit();
  const times = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each lost response
  useEffect(() => {
    if (!sent || times.current++ >= resends) return;
    const stop = new AbortController();
    const giveUp = () => stop.abort();
    const limit = setTimeout(giveUp, resendsForMs);
    addEventListener("input", giveUp, { signal: stop.signal });
    untilReachable(stop.signal).then(async (reachable) => {
      if (!reachable) return;
      const { pathname, search } = new URL(sent.url);
      const [encType] = sent.headers.get("Content-Type")?.split(";") ?? [];
      const form = await sent.formData();
      submit(form, { method: "post", action: pathname + search, encType: encType as FormEncType });
    });
    return () => {
      clearTimeout(limit);
      giveUp();
    };
  }, [reply]);
}
