import opening from "./opening.css?inline";
import states from "./states.css?inline";

/** What shows how something ended, for pages without `contents`: a failure that takes the page's place brings it along. */
export const lateStyles = opening + states;
