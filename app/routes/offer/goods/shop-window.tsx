import type { ComponentProps, ReactNode } from "react";
import { useT } from "#app/i18n/texts.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { type DocumentHref, GuaranteeNotice } from "./goods.tsx";
import { totalLines } from "./price-texts.ts";
import { Details, Products, Total } from "./products.tsx";

interface ShopWindowProps extends Pick<ComponentProps<typeof Products>, "contents"> {
  hrefOf: DocumentHref;
  /** What is unusual about this offer, above all else. */
  states: (Pick<ComponentProps<typeof Notice>, "kind" | "title" | "text"> & { key: string })[];
  /** Below the total: the way on. */
  action?: ReactNode;
  facts?: { title: string; rows: ComponentProps<typeof SummaryList>["rows"] };
  guarantee: ComponentProps<typeof GuaranteeNotice> | undefined;
  documents: ReactNode;
  /** What else can be done. */
  children: ReactNode;
}

/**
 * An offer: its products, and beside them what they cost, the way on and all that the law wants to be read. On a phone, the
 * total stands above the products, and everything else below.
 */
export function ShopWindow({
  contents,
  hrefOf,
  states,
  action,
  facts,
  guarantee,
  documents,
  children,
}: ShopWindowProps) {
  const hasTotal = totalLines(contents, useT("offer", "shared")) !== undefined;
  const details = <Details contents={contents} hrefOf={hrefOf} />;
  return (
    <>
      {states.map(({ key, ...state }) => (
        <Notice key={key} {...state} />
      ))}
      <div className="split">
        <div className="stack">
          <Products contents={contents} hrefOf={hrefOf} />
        </div>
        <div className="stack">
          <div className="action-bar">
            {hasTotal && <Total contents={contents} large />}
            {action && <div className="stack">{action}</div>}
          </div>
          {facts ? (
            <Card id="facts" title={facts.title}>
              <SummaryList rows={facts.rows} className="terse" />
              {details}
            </Card>
          ) : (
            details
          )}
          {guarantee && <GuaranteeNotice {...guarantee} />}
          {documents}
        </div>
        {children}
      </div>
    </>
  );
}
