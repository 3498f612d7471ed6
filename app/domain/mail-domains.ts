/** Common mail domains, most used first, including real ones that look like a typo of another (ymail.com). */
const mailDomains =
  "gmail.com gmx.de web.de gmx.net t-online.de googlemail.com outlook.com outlook.de hotmail.com hotmail.de yahoo.com yahoo.de icloud.com live.de live.com freenet.de aol.com arcor.de me.com mail.de mail.com email.de email.com ymail.com posteo.de mailbox.org online.de vodafone.de o2online.de gmx.at gmx.ch gmx.com proton.me protonmail.com msn.com mac.com hotmail.co.uk yahoo.com.tr mynet.com".split(
    " ",
  );
/** Providers that use a single top-level domain. */
const oneEnding = /^(gmail|googlemail|icloud)\.\w+$/;

/**
 * One letter too many, missing, wrong or swapped with its neighbour. With a wrong letter, a short name is likely to
 * be another company's.
 */
function isTypoOf(typed: string, intended: string): boolean {
  let start = 0;
  while (start < intended.length && typed[start] === intended[start]) start++;
  let end = 0;
  while (
    end < Math.min(typed.length, intended.length) - start &&
    typed.at(-1 - end) === intended.at(-1 - end)
  )
    end++;
  const typedPart = typed.slice(start, typed.length - end);
  const intendedPart = intended.slice(start, intended.length - end);
  if (typedPart.length + intendedPart.length === 1) return true;
  if (typedPart.length === 1 && intendedPart.length === 1) return intended.length > 7;
  return typedPart.length === 2 && intendedPart === `${typedPart[1]}${typedPart[0]}`;
}

/** Letters that look like one of a to z: of a Turkish keyboard, Cyrillic and Greek. */
const looksLike: Record<string, string> = Object.fromEntries(
  "ıi іi јj ѕs һh ԁd аa еe оo рp сc уy хx кk мm тt οo αa νv ρp".split(" ").map((pair) => [...pair]),
);

/** A domain in the letters that it looks like: `gmaıl.com` and `GMAİL.COM` are `gmail.com`. */
const inPlainLetters = (domain: string) =>
  domain
    .toLowerCase()
    .replaceAll("\u0307", "")
    .replace(/\P{ASCII}/gu, (letter) => looksLike[letter] ?? letter);

/** The same address, if its domain looks like one in plain letters and is another one. */
export function lookalikeEmail(typed: string): string | undefined {
  const [, local, domain] = /^(.*)@([^@]+)$/.exec(typed.trim()) ?? [];
  if (!local || !domain) return undefined;
  const plain = inPlainLetters(domain);
  return plain !== domain.toLowerCase() && /^[\x21-\x7e]+$/.test(plain) ? `${local}@${plain}` : undefined;
}

/**
 * The address that was probably meant if the domain looks mistyped, has a comma for a dot or letters that look like others.
 * Only ever offer it: the input may be right.
 */
export function suggestedEmail(typed: string): string | undefined {
  const [, local, written] = /^([^@\s]+)@([^@\s]+)$/.exec(typed.trim().toLowerCase()) ?? [];
  if (!local || !written) return undefined;
  const plain = inPlainLetters(written);
  // Umlauts are letters of many domains; what has others besides is as it was typed.
  const domain = (/^[\x21-\x7e]+$/.test(plain) ? plain : written).replaceAll(",", ".");
  const provider = oneEnding.exec(domain)?.[1];
  const other = provider ? `${provider}.com` : mailDomains.find((one) => isTypoOf(domain, one));
  const intended = mailDomains.includes(domain) ? domain : (other ?? domain);
  return intended === written ? undefined : typed.trim().replace(/@.*/, `@${intended}`);
}
