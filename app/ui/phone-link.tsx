import { dialLink } from "./dial-link.ts";
import { Icon } from "./icon.tsx";
import { Listed } from "./unbroken.tsx";

/** Shows a German number as written and dials it in international form. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a className="phone" translate="no" href={dialLink(number)}>
      <Icon name="phone" size={18} />
      <span>{number}</span>
    </a>
  );
}

/** With when somebody is there, if that is known. */
export const PhoneWithHours = ({ number, hours }: { number: string; hours?: string | undefined }) => (
  <>
    <PhoneLink number={number} /> {hours && <Hours text={hours} />}
  </>
);

export const Hours = ({ text }: { text: string }) => (
  <small>
    <Listed text={text} />
  </small>
);
