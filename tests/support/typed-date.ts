/** A date as a customer types it into three fields. */
export function typedDate(iso: string) {
  const [year = "", month = "", day = ""] = iso.split("-");
  return { day: String(Number(day)), month: String(Number(month)), year };
}
