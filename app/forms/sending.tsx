import { useEffect, useRef, useState } from "react";
import { useActionData, type useNavigation, useSubmit } from "react-router";
import { useT } from "#app/i18n/texts.tsx";
import { untilReachable } from "#app/network/reachable.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { ConnectionLost } from "./form-state.ts";

type Navigation = ReturnType<typeof useNavigation>;

const slowAfterMs = 4000;
const resends = 3;
/** Later nobody expects that something is still sent. */
const resendsForMs = 120_000;

/** Beside a button, which may have to keep its own words. */
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

/** At the button of a form whose answer never came. */
export function LostConnection({ navigation }: { navigation: Navigation }) {
  const t = useT("common", "form");
  const reply = useActionData() as ConnectionLost | object | undefined;
  const lost = reply && "connectionLost" in reply ? reply.connectionLost : undefined;
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each lost answer
  useEffect(() => notice.current?.focus(), [reply]);
  useResend(navigation, reply, lost);
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

/**
 * What may have arrived is sent again by itself, with the same submission id: its answer is the page that the customer
 * waits for. Not after the customer has changed something.
 */
function useResend(
  navigation: Navigation,
  reply: unknown,
  lost: ConnectionLost["connectionLost"] | undefined,
) {
  const submit = useSubmit();
  const sent = useRef(navigation);
  const times = useRef(0);
  if (navigation.formData) sent.current = navigation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each lost answer
  useEffect(() => {
    const { formData, formAction: action, formEncType: encType } = sent.current;
    if (lost !== "sending" || !formData || times.current++ >= resends) return;
    const stop = new AbortController();
    const giveUp = () => stop.abort();
    const limit = setTimeout(giveUp, resendsForMs);
    addEventListener("input", giveUp, { signal: stop.signal });
    untilReachable(stop.signal).then((reachable) => {
      if (reachable) submit(formData, { method: "post", action, encType });
    });
    return () => {
      clearTimeout(limit);
      giveUp();
    };
  }, [reply]);
}
