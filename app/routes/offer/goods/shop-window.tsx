import type { ComponentProps, ReactNode } from "react";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SummaryList } from "#app/ui/summary-list.tsx";
import { type DocumentHref, GuaranteeNotice } from "./goods.tsx";
import { BriefTotal, Details, Products } from "./products.tsx";

interface ShopWindowProps extends Pick<ComponentProps<typeof Products>, "contents"> {
  hrefOf: DocumentHref;
  /** What is unusual about this offer, above all else. */
  states: (Pick<ComponentProps<typeof Notice>, "kind" | "title" | "text"> & { key: string })[];
  /** Below the total: the way on. */
  action?: ReactNode;
  facts?: ComponentProps<typeof SummaryList>["rows"];
  guarantee: ComponentProps<typeof GuaranteeNotice> | undefined;
  documents: ReactNode;
  /** What else can be done. */
  children: ReactNode;
}

/**
 * An offer: its products, and beside them, or below on a phone, what they cost and the way on. The documents stand below the
 * column that is shorter.
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
            <BriefTotal contents={contents} named />
            {action}
          </div>
          {facts ? (
            <Card>
              <SummaryList rows={facts} className="terse" />
              {details}
            </Card>
          ) : (
            details
          )}
          {guarantee ? <GuaranteeNotice {...guarantee} /> : documents}
        </div>
        {guarantee && documents}
        {children}
      </div>
    </>
  );
}
