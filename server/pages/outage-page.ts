import type { Locale } from "#app/i18n/locale.ts";
import { escapedHtml } from "#app/platform/escaped-html.server.ts";
import type { PortalBuild } from "#server/build.ts";
import { hostTexts } from "./texts.ts";

type ContactsOf = ReturnType<PortalBuild["entry"]["module"]["brandContacts"]>[number];
/** Of a brand whose folder is wrong, ways to reach it may be missing. */
type OutageBrand = Omit<ContactsOf, "contact" | "hotline"> & Partial<Pick<ContactsOf, "contact" | "hotline">>;

/** In the dark, the brand keeps its header; all else is as the browser has it. */
const styleOf = ({ colors: { header, onHeader, line, text, link, edge, tint } }: OutageBrand) =>
  `
:root{color-scheme:light dark}
body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif}
header{padding:1.25rem 1rem;background:${header};color:${onHeader};border-bottom:${line.width}px solid ${line.color}}
header svg{display:block;height:2rem;max-width:100%}
header>*,main{max-width:34rem;margin:0 auto}
main{padding:1rem}
h1{font-size:1.75rem;line-height:1.2}
h2{font-size:1.25rem;margin-top:2rem}
.ways{padding:1rem .75rem;border-radius:.5rem;border:1px solid ${edge};list-style:none}
.ways a{overflow-wrap:anywhere}
section+section{border-top:1px solid ${edge};margin-top:3rem;padding-top:1rem}
a{color:inherit}
@media(prefers-color-scheme:light){body{color:${text}}a,h2{color:${link}}.ways{background:${tint}}}`.replaceAll(
    "\n",
    "",
  );

type Part = (language: Locale, heading: "h1" | "h2") => string;

function outageIn(brand: OutageBrand): Part {
  return (language, heading) => {
    const { title, unconfirmed, again, declare, how } = hostTexts[language].host.outage;
    const ways = waysTo(brand, language);
    return `<${heading}>${title}</${heading}>
<p><strong>${unconfirmed}</strong> ${again}</p>
${ways && `<h2>${declare}</h2>\n<p>${how}</p>\n${sentences(language)}\n${ways}`}`;
  };
}

function cookiesIn(brand: OutageBrand): Part {
  return (language, heading) => {
    const { host } = hostTexts[language];
    const { title, text, clear, private: privately, declare } = host.cookies;
    return `<${heading}>${title}</${heading}>
<p>${text}</p>
<ul>
<li>${clear}</li>
<li>${privately}</li>
</ul>
<h2>${declare}</h2>
<p>${host.outage.how}</p>
${sentences(language)}
${waysTo(brand, language)}`;
  };
}

function sentences(language: Locale): string {
  const { terminate, withdraw } = hostTexts[language].host.outage;
  return `<ul>
<li>${terminate}</li>
<li>${withdraw}</li>
</ul>`;
}

function waysTo({ contact, hotline, name }: OutageBrand, language: Locale): string {
  const { common, receipt } = hostTexts[language];
  const { email, post, phone } = receipt.otherWays;
  if (!contact || !hotline) return "";
  const hours = hotline.hours ? ` (${common.help.hours.replace("{{hours}}", hotline.hours)})` : "";
  const mail = escapedHtml(contact.email);
  return `<ul class="ways">
<li>${email} <a href="mailto:${mail}">${mail}</a></li>
<li>${post} ${escapedHtml([name, ...contact.address].join(", "))}</li>
<li>${phone} <a href="${hotline.href}">${escapedHtml(hotline.number)}</a>${escapedHtml(hours)}</li>
</ul>`;
}

interface About {
  page: string;
  title: string;
  language: Locale;
  brand: OutageBrand;
  part: Part;
}

function pageOf({ page, title, language, brand, part }: About): string {
  const others = brand.availableLanguages.filter((one) => one !== language);
  const sections = [language, ...others].map(
    (one, at) => `<section lang="${one}">\n${part(one, at === 0 ? "h1" : "h2")}\n</section>`,
  );
  return `<!doctype html>
<html lang="${language}" data-brand="${brand.slug}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${escapedHtml(brand.nameForTitle)}</title>
<style>${styleOf(brand)}</style>
<header>${brand.logo ? `<div role="img" aria-label="${escapedHtml(brand.name)}">${brand.logo}</div>` : `<div>${escapedHtml(brand.name)}</div>`}</header>
<main data-page="${page}">
${sections.join("\n")}
</main>
</html>
`;
}

/**
 * What a proxy shows while no portal answers: nothing but this one file, so that it needs nobody. The brand's other
 * languages follow, as no proxy knows a customer's choice.
 */
export const outagePage = (brand: OutageBrand, language: Locale): string =>
  pageOf({
    page: "portals-away",
    title: hostTexts[language].host.outage.title,
    language,
    brand,
    part: outageIn(brand),
  });

/** What a proxy or the portal shows instead of reading headers that are too long. */
export const cookiesPage = (brand: OutageBrand, language: Locale): string =>
  pageOf({
    page: "too-many-cookies",
    title: hostTexts[language].host.cookies.title,
    language,
    brand,
    part: cookiesIn(brand),
  });
