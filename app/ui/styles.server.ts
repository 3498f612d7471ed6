import forms from "./forms.css?inline";
import frame from "./frame.css?inline";
import offer from "./offer.css?inline";
import parts from "./parts.css?inline";
import print from "./print.css?inline";
import tokens from "./tokens.css?inline";

/** All styles of the portal, for the one `<style>` of a page; the brand's theme follows it. */
export const styles = tokens + frame + parts + forms + offer + print;
