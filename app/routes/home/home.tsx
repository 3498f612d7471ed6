import { keysOf } from "#app/domain/keys-of.ts";
import { useT } from "#app/i18n/texts.tsx";
import type { Journey } from "#app/page-table.server.ts";
import type { PageName } from "#app/pages.ts";
import { brandContext } from "#app/request/context.server.ts";
import { brandPicture } from "#app/shell/brand-picture.server.ts";
import { BrandText } from "#app/shell/brand-text.tsx";
import { HelpCard } from "#app/shell/help-card.tsx";
import { Page } from "#app/shell/page.tsx";
import { useLinkTo } from "#app/shell/use-link-to.ts";
import { useShell } from "#app/shell/use-shell.ts";
import { Accordion } from "#app/ui/accordion.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Named } from "#app/ui/named.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { TileLink, tileIconSizes } from "#app/ui/tile-link.tsx";
import type { Route } from "./+types/home";

/** What the brand has beside the portal, with its icon. */
const besidePortal = { app: "smartphone", account: "user", shop: "shop" } as const;

export function loader({ context, request }: Route.LoaderArgs) {
  const { links } = context.get(brandContext);
  const more = keysOf(besidePortal).flatMap((key) => (links[key] ? [{ key, href: links[key] }] : []));
  return { picture: brandPicture(context, request), topUp: links.topUp, more };
}

/**
 * Every journey: with its page, if it begins right here; others need a personal link, and the page can only show where to find
 * it; `null` for one that another page leads to.
 */
const ways = {
  offer: { key: "offer", page: "offer-landing", icon: "cart" },
  termination: { key: "terminate", page: "termination", icon: "document" },
  withdrawal: { key: "withdraw", page: "withdrawal", icon: "back" },
  identity: { key: "identity", brief: "identityBrief", icon: "id-card" },
  customer: { key: "customer", brief: "customerBrief", icon: "user" },
  "email-rejection": { key: "email", brief: "emailBrief", icon: "mail" },
  // In the accessibility statement.
  barrier: null,
} as const satisfies Record<Journey, { key: string; page?: PageName; brief?: string; icon: IconName } | null>;
const shown = Object.values(ways).filter((way) => way !== null);
const openToAll = shown.filter((way) => "page" in way);
const withLink = shown.filter((way) => "brief" in way);

export default function Home({ loaderData: { picture, topUp, more } }: Route.ComponentProps) {
  const t = useT("home", "home");
  const linkTo = useLinkTo();
  const { brand } = useShell();
  return (
    <Page name="home" title={t("title")} width="wide" hasHotline>
      <div className="hero">
        <h1>
          <BrandText text={t("title")} />
        </h1>
        <p className="lead">
          <BrandText text={t("lead", { brand: brand.name })} />
        </p>
        <Picture src={picture} />
      </div>
      <h2 id="now">{t("now")}</h2>
      <nav className="tiles" aria-labelledby="now">
        {topUp && (
          <TileLink main href={topUp} prefixIcon="wallet" title={t("topUp")} description={t("topUpText")} />
        )}
        {openToAll.map(({ page, key, icon }, index) => (
          <TileLink
            key={page}
            main={!topUp && index === 0}
            href={linkTo(page)}
            prefixIcon={icon}
            title={t(key)}
            description={t(`${key}Text`)}
          />
        ))}
      </nav>
      <div className="stack below">
        <section className="stack with-link" aria-labelledby="link">
          <h2 id="link">{t("link")}</h2>
          <p>{t("linkText")}</p>
          <Accordion
            id="with-link"
            items={withLink.map(({ key, brief, icon }) => ({
              id: key,
              title: (
                <>
                  <span className="tile-icon">
                    <Icon name={icon} size={tileIconSizes.prefix} />
                  </span>
                  <span className="tile-text">
                    <strong>{t(key)}</strong> <span>{t(brief)}</span>
                  </span>
                </>
              ),
              content: <p id={`link-${key}`}>{t(`${key}Text`)}</p>,
            }))}
          />
        </section>
        {more.length > 0 && (
          <section aria-labelledby="more">
            <h2 id="more">
              <Named text={t("more", { brand: brand.name })} name={brand.name} />
            </h2>
            <ul className="beside">
              {more.map(({ key, href }) => (
                <li key={key}>
                  <a className="tile" href={href}>
                    <Icon name={besidePortal[key]} /> {t(`links.${key}`)}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
        <HelpCard id="help" title={t("help")}>
          <p>{t("helpText")}</p>
        </HelpCard>
      </div>
    </Page>
  );
}
