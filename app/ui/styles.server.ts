import base from "./base.css?inline";
import forms from "./forms.css?inline";
import offer from "./offer.css?inline";
import print from "./print.css?inline";

/** All styles of the portal, for the one `<style>` of a page; the brand's theme follows it. */
export const styles = base + forms + offer + print;
