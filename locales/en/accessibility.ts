import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/accessibility.ts";

export default {
  statement: {
    title: "Accessibility statement",
    lead: "Everyone should be able to use our online service. Here you can read what we do for that, what is still missing and who can help you.",
    service: "What this is about",
    serviceText:
      "This statement covers the online service of {{brand}}. Here you accept offers, confirm your identity, change customer details, stop advertising, and terminate or withdraw from contracts.",
    serviceSteps:
      "Many of these tasks start with a link in a message from us. Forms guide you step by step. At the end there is always a confirmation.",
    law: "Legal basis",
    lawText:
      "Since 28 June 2025 the German Accessibility Strengthening Act (BFSG) applies to telecommunications services. The benchmark is the European standard EN 301 549 with the guidelines WCAG 2.1, level AA. We follow the newer version, WCAG 2.2, level AA.",
    how: "How we meet the requirements",
    measures: {
      keyboard: "Everything can be used with the keyboard. You always see where you are.",
      zoom: "The pages fit screens from 320\u00a0pixels wide. You can enlarge them to 400\u00a0percent.",
      contrast: "Texts and controls stand out clearly from the background.",
      reader: "Headings, fields and messages are labeled for screen readers.",
      errors: "If something is wrong, the top of the page and the field itself say what you can change.",
      script: "Everything also works without JavaScript and on slow connections.",
      motion: "You can switch off motion in the settings of your device. We respect that.",
      words: "We write short sentences and avoid technical terms.",
    },
    gaps: "What is not accessible yet",
    known: {
      documents:
        "PDF documents such as the contract summary and the price list are not all prepared for screen readers yet. They exist in German only. We are happy to go through them with you on the phone.",
      partners:
        "To pay, to log in and to have your identity checked you sometimes move on to pages of our partners. There may be barriers there. You can also confirm your identity in person.",
      signs: "Content in sign language and in easy-to-read language is still missing.",
    },
    checked: "How we check",
    checkedText:
      "We check all pages with automated tools, with the keyboard and on small screens. They have not been checked by an independent body yet. Date of this statement: {{date}}.",
    contact: "Have you met a barrier?",
    contactText:
      "Tell us on which page you got stuck and what you wanted to do. We will help you and take care of the problem.",
    imprint: "More ways to contact us are in the legal notice (German)",
    authority: "Responsible authority",
    authorityText:
      "If we cannot help you, you can turn to the market surveillance authority of the German federal states:",
  },
} satisfies Translation<typeof de>;
