import { Icon } from "./icon.tsx";

/** Shows a German number as written and dials it in international form. */
export function PhoneLink({ number }: { number: string }) {
  const dialled = number.replace(/[^\d+]/g, "").replace(/^0/, "+49");
  return (
    <a className="phone" href={`tel:${dialled}`}>
      <Icon name="phone" size={18} />
      <span>{number}</span>
    </a>
  );
}
