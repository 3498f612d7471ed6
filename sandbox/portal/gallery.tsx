import { randomUUID } from "node:crypto";
import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { brands } from "../../app/brand/registry.server.ts";
import { languages } from "../../app/domain/languages.ts";
import { withPrefix } from "../../app/i18n/locale.ts";
import { useLocale } from "../../app/i18n/texts.tsx";
import { brandContext, localeContext } from "../../app/request/context.server.ts";
import { Page } from "../../app/shell/page.tsx";
import { Button } from "../../app/ui/button.tsx";
import { Card } from "../../app/ui/card.tsx";
import { exampleFor } from "./example.ts";
import { exampleGroups } from "./examples.ts";
import { sandboxPages } from "./pages.ts";
import { requireSandbox } from "./sandbox-only.server.ts";

/** Every page and every error state, for one brand and language at a time. Exists only with the sandbox. */
export function loader({ context }: LoaderFunctionArgs) {
  requireSandbox();
  const { slug, prepaid } = context.get(brandContext);
  const { locale } = context.get(localeContext);
  const id = randomUUID();
  // A fresh state for each visit, since an offer ordered here stays ordered.
  const customer = `g${id.slice(0, 6)}`;
  const filled = exampleFor({ brand: slug, prepaid, locale, customer, id });
  return {
    variants: [...brands().values()].map((brand) => ({
      slug: brand.slug,
      name: brand.name,
      links: brand.availableLanguages.map((code) => ({
        code,
        href: `${withPrefix(sandboxPages.gallery.path, code)}?brand=${brand.slug}`,
        current: brand.slug === slug && code === locale,
      })),
    })),
    groups: exampleGroups.map((group) => ({ ...group, examples: group.examples.map(filled) })),
  };
}

type Shown = ReturnType<typeof loader>["groups"][number]["examples"][number];

const texts = {
  de: {
    title: "Galerie",
    lead: "Jede Seite und jeder Fehlerzustand, für jede Marke und in jeder Sprache.",
    variants: "Marke und Sprache",
    send: "Absenden",
    first: "Zuerst der Reihe nach:",
  },
  en: {
    title: "Gallery",
    lead: "Every page and every error state, for each brand and in each language.",
    variants: "Brand and language",
    send: "Send",
    first: "First, one after the other:",
  },
};

export default function Gallery() {
  const { variants, groups } = useLoaderData<typeof loader>();
  const language = useLocale().locale === "de" ? "de" : "en";
  const t = texts[language];
  return (
    <Page name="gallery" title={t.title} width="wide" lang={language}>
      <h1>{t.title}</h1>
      <p className="lead">{t.lead}</p>
      <Card id="variants" title={t.variants}>
        <ul className="tiles">
          {variants.map(({ slug, name, links }) => (
            <li key={slug} className="cluster">
              <strong>{`${name} `}</strong>
              {links.map(({ code, href, current }) => (
                <a key={code} href={href} hrefLang={code} aria-current={current ? "true" : undefined}>
                  {languages[code].name}
                  <span className="visually-hidden">{` (${name}) `}</span>
                </a>
              ))}
            </li>
          ))}
        </ul>
      </Card>
      {groups.map((group) => (
        <Card key={group.id} id={group.id} title={group[language]}>
          <ul className="stack">
            {group.examples.map((example) => (
              <li key={example.name} className="stack">
                <Entry example={example} t={t} language={language} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </Page>
  );
}

interface EntryProps {
  example: Shown;
  t: (typeof texts)["de"];
  language: string;
}

/** Examples have English names, whatever the page's language. */
function Entry({ example, t, language }: EntryProps) {
  const { name, status, path, before, post, ownForm } = example;
  const opening =
    post && !ownForm ? (
      <Post name={name} path={path} fields={post} label={name} language="en" />
    ) : (
      <a href={path} data-example={name} lang="en">
        {name}
      </a>
    );
  return (
    <>
      <div className="cluster">
        {opening} <small>{status}</small>
      </div>
      {before.length > 0 && (
        <ol className="cluster" aria-label={t.first}>
          {before.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps neither move nor keep state
            <li key={index}>
              {step.send && !step.ownForm ? (
                <Post
                  name={`${name}: ${index + 1}`}
                  path={step.path}
                  fields={step.send}
                  label={`${index + 1}. ${t.send}`}
                  language={language}
                />
              ) : (
                <a href={step.path}>{`${index + 1}. ${step.path}`}</a>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

interface PostProps {
  /** Unique on the page. */
  name: string;
  path: string;
  fields: Record<string, string>;
  label: string;
  /** Of the label. */
  language: string;
}

function Post({ name, path, fields: { submissionId, ...fields }, label, language }: PostProps) {
  const [fresh] = useState(() => globalThis.crypto.randomUUID?.());
  const id = submissionId ?? fresh;
  return (
    <form method="post" action={path} aria-label={name} lang="en">
      <input type="hidden" name="submissionId" value={id} suppressHydrationWarning />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button type="submit" kind="secondary" lang={language}>
        {label}
      </Button>
    </form>
  );
}
