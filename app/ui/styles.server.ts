import forms from "./forms.css?inline";
import frame from "./frame.css?inline";
import offer from "./offer.css?inline";
import parts from "./parts.css?inline";
import print from "./print.css?inline";
import tokens from "./tokens.css?inline";

/** All styles, for a page's only `<style>`; the brand's theme follows. */
export const styles = tokens + frame + parts + forms + offer + print;
