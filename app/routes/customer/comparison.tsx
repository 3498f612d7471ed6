import { useT } from "#app/i18n/texts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Listed } from "#app/ui/unbroken.tsx";
import type { Conflict } from "./change.server.ts";

/** Both versions side by side after a concurrent change. */
export function Comparison({ rows }: { rows: Conflict[] }) {
  const t = useT("customer", "conflict");
  const fields = useT("customer", "fields");
  return (
    <>
      <Notice kind="warning" title={t("title")} role="alert" text={t("text")} />
      <table className="card compare">
        <caption className="visually-hidden">{t("compare")}</caption>
        <thead>
          <tr>
            <th scope="col" id="stored">
              {t("stored")}
            </th>
            <th scope="col" id="entered">
              {t("entered")}
            </th>
          </tr>
        </thead>
        {rows.map(({ part, stored, entered }) => (
          <tbody key={part}>
            <tr>
              <th colSpan={2} scope="rowgroup" id={`compare-${part}`}>
                {fields(part)}
              </th>
            </tr>
            <tr>
              <td headers={`compare-${part} stored`}>
                <Listed text={stored ?? "–"} />
              </td>
              <td headers={`compare-${part} entered`}>
                {entered ? <Listed text={entered} /> : <span className="muted">{t("unchanged")}</span>}
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </>
  );
}
