import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/home.ts";

export default {
  home: {
    title: "What would you like to do?",
    lead: "Your online service at {{brand}}. No login, around the clock.",
    now: "Do it online",
    offer: "View your offer and order",
    offerText: "With the link in our message",
    terminate: "Terminate a contract",
    terminateText: "In a few minutes, with a confirmation",
    withdraw: "Withdraw from a contract",
    withdrawText: "Without giving a reason, within the withdrawal period",
    link: "With a link from us",
    linkText: "For this you need the link in our e-mail, text message or letter. It is meant only for you.",
    identity: "Confirm your identity",
    identityText:
      "After you order, we send you a link. Use it to choose how to identify yourself: for example by video, with the German online ID or at a branch. Please have your ID ready.",
    customer: "Change your customer details",
    customerText:
      "Use the link in our message to change your address, e-mail address, phone number or bank account.",
    email: "Stop advertising e-mails",
    emailText:
      "At the bottom of every advertising e-mail there is an unsubscribe link. Open it and press “Stop advertising e-mails”. It costs nothing.",
    help: "Help",
    helpText: "Are you stuck, or do you have no link? Call us.",
  },
} satisfies Translation<typeof de>;
