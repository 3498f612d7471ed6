import { Fragment } from "react";
import { useRouteLoaderData } from "react-router";
import { dialLink } from "#app/ui/dial-link.ts";

interface HotlineFacts {
  brand: { hotline: { number: string } };
}

/** A text in which the brand's number dials. */
export function WithHotline({ text }: { text: string }) {
  const number = useRouteLoaderData<HotlineFacts>("root")?.brand.hotline.number;
  if (!number) return text;
  return text.split(number).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts neither move nor keep state
    <Fragment key={at}>
      {at > 0 && (
        <a href={dialLink(number)} translate="no">
          {number.replaceAll(" ", "\u00a0")}
        </a>
      )}
      <span>{part}</span>
    </Fragment>
  ));
}
