import { Fragment } from "react";
import { useLocale } from "#app/i18n/texts.tsx";
import { Named } from "#app/ui/named.tsx";
import { useShell } from "./use-shell.ts";

/** The text in pieces, each of which is one of the words or has none of them. */
const piecesOf = (text: string, words: string[]): string[] =>
  words.reduce(
    (pieces, word) =>
      pieces.flatMap((piece) =>
        words.includes(piece)
          ? [piece]
          : piece.split(word).flatMap((part, at) => (at === 0 ? [part] : [word, part])),
      ),
    [text],
  );

/**
 * A brand's own wording: its name is not translated by browsers, and what it says in another language (`foreignWords` in
 * brand.json) is read by screen readers in that one (WCAG 3.1.2).
 */
export function BrandText({ text }: { text: string }) {
  const { brand } = useShell();
  const { locale } = useLocale();
  const foreign = Object.entries(brand.foreignWords ?? {}).filter(([language]) => language !== locale);
  const languageOf = new Map(foreign.flatMap(([language, words]) => words.map((word) => [word, language])));
  return piecesOf(text, [...languageOf.keys()]).map((piece, at) => {
    const language = languageOf.get(piece);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts neither move nor keep state
      <Fragment key={at}>
        {language ? <span lang={language}>{piece}</span> : <Named text={piece} name={brand.name} />}
      </Fragment>
    );
  });
}
