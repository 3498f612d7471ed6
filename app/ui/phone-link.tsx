import { dialLink } from "./dial-link.ts";
import { Icon } from "./icon.tsx";

/** Shows a German number as written and dials it in international form. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="phone" translate="no" href={dialLink(number)}>
      <Icon name="phone" size={18} />
      <span>{number}</span>
    </a>
  );
}
