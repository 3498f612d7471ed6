import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/errors.ts";

export default {
  actions: {
    retry: "Try again",
    checkAgain: "Check again",
    dialogRetry: "Try again now",
    wait: "Check the status now",
    restart: "Start again",
    reset: "Try to restart again",
    payAgain: "Pay now",
    otherPaymentMethod: "Choose another payment method",
    toPersonalData: "Complete personal details",
    toIdData: "Complete ID details",
    login: "Go to login",
    showOrder: "View order",
    checkLink: "Help with the link",
    hotline: "Call {{hotline}}",
    shop: "Find a shop near you",
    close: "Close",
  },
  labels: {
    traceId: "Reference number",
    hotline: "Hotline",
    orderedProducts: "Your order",
  },
  offer: {
    BirthdateNotPresent: {
      headline: "Your date of birth is still missing",
      text: "We need your date of birth for this offer. Add it to your personal details. Then you can continue here.",
    },
    DocumentsNotLoaded: {
      headline: "Your contract documents cannot be loaded",
      text: "You must be able to read the contract summary before you order. Nothing has been ordered yet, and your details are still saved. Please try again.",
    },
    Downtime: {
      headline: "We are working on our systems",
      text: "Offers cannot be opened or ordered at the moment. Your offer will not be lost. Please open your link again later.",
      textWithEnd:
        "Offers cannot be opened or ordered at the moment. The work is expected to last until {{downtimeEnd}}. Your offer will not be lost. Please open your link again after that.",
    },
    Forbidden: {
      headline: "This offer is not available to you",
      text: "It may have been made for someone else, or you are logged in with a different customer account. Is the offer yours after all? Then please call us.",
    },
    IdentificationDataMissing: {
      headline: "Your ID details are still missing",
      text: "We need to know who we are making the contract with. Please have your ID ready and enter its details.",
    },
    NoHardwareStock: {
      headline: "A device in your offer is sold out",
      text: "You therefore cannot accept this offer. Nothing has been ordered. We will gladly find another device with you by phone or in a shop.",
    },
    NoPaymentMethodsAvailable: {
      headline: "There is no online payment method for this offer",
      text: "This has nothing to do with your details. We can tell you by phone or in a shop how you can still order.",
    },
    NotFound: {
      headline: "We cannot find this offer",
      text: "The link is probably incomplete. Open it directly from our e-mail or text message instead of typing it.",
    },
    OfferAbandonedPayment: {
      headline: "The payment was not completed",
      text: "You started the payment but did not finish it. Nothing was charged and nothing was ordered. You can go through the offer again from the start.",
    },
    OfferBlocked: {
      headline: "This offer is blocked",
      text: "You cannot accept it online. By phone or in a shop we will tell you why and what happens next.",
    },
    OfferCancelled: {
      headline: "This offer has been canceled",
      text: "It can no longer be accepted. Are you still interested? Then please call us.",
    },
    OfferConsumed: {
      headline: "This offer has already been accepted",
      text: "We have received the order. The offer cannot be ordered a second time. We will gladly answer your questions by phone.",
      textWithOrder:
        "We have received your order. The offer cannot be ordered a second time. Here you can see what you ordered.",
    },
    OfferExpired: {
      headline: "This offer has expired",
      text: "The period in which you could accept it is over. Call us and we will see whether we have a new offer for you.",
    },
    OfferResetFailed: {
      headline: "The restart did not work",
      text: "We could not take your offer back to the start. This did not order anything. Try again. If it fails once more, our hotline will help you.",
    },
    OfferSummaryNotLoaded: {
      headline: "Your order summary cannot be loaded",
      text: "Only the display is affected. Nothing changes about your order. Please do not order again; just reload the summary.",
    },
    OfferIncompatibleState: {
      headline: "This step no longer fits the status of your offer",
      text: "This happens, for example, when the offer is open in a second window. Please start again.",
    },
    OfferPaymentWaitForCapture: {
      headline: "Your payment is still being confirmed",
      text: "We are waiting for your payment provider to answer. This usually takes only a few minutes. This page updates by itself. Please do not order again.",
      textStopped:
        "We are still waiting for your payment provider to answer. It is taking longer than usual. Please do not order again; check the status later instead.",
    },
    OfferMismatch: {
      headline: "The offer and your customer details do not match",
      text: "You therefore cannot accept it online. We will compare the details with you by phone or in a shop.",
    },
    OfferTechError: {
      headline: "Your offer cannot be processed right now",
      text: "There was an error on our side. Try again in a few minutes or call us. You will not order anything twice.",
    },
    PaymentAborted: {
      headline: "You canceled the payment",
      text: "Nothing was charged and nothing was ordered. If you like, you can pay now.",
    },
    PaymentFailed: {
      headline: "The payment did not go through",
      text: "Your payment provider declined the payment. Nothing was charged, and your order is not complete yet. Please choose another payment method or other payment details.",
    },
    PersonalDataMissing: {
      headline: "Your personal details are still missing",
      text: "Before you can order, we need your name, your address and your contact details.",
    },
    ReservationAmountCanNotBeBlocked: {
      headline: "The amount could not be reserved",
      text: "Your bank or card provider did not allow it, for example because of a limit. Nothing was charged and nothing was ordered. Please choose another payment method.",
    },
    ReservationCallHotline: {
      headline: "Please complete your order with us by phone",
      text: "Your order is not complete yet: we have a question that cannot be settled online. Call us or visit a shop.",
    },
    ReservationFoundNoOrder: {
      headline: "We cannot find an order for this offer",
      text: "Please do not order again before you have spoken to us. Our hotline will look up what happened to your order.",
    },
    ReservationRetryDowntime: {
      headline: "We are not taking orders right now because of maintenance",
      text: "We have not received your order yet. Please try again later.",
      textWithEnd:
        "We have not received your order yet. The work is expected to last until {{downtimeEnd}}. Please try again after that.",
    },
    ReservationRetryLater: {
      headline: "Your order is not going through right now",
      text: "Nothing has been ordered yet. Please wait a few minutes and then try again.",
    },
    ReservationRetryModal: {
      headline: "That did not work the first time",
      text: "Another attempt often works right away. You will not order anything twice.",
    },
    TechnicalProblem: {
      headline: "We have a technical problem right now",
      text: "Our systems are not responding as they should. Your details are not the cause. Please try again in a moment. You will not order anything twice.",
    },
    Unauthorized: {
      headline: "Please log in",
      text: "This offer is protected by a login. Once you are logged in, you continue right here.",
    },
    Unexpected: {
      headline: "Something has gone wrong",
      text: "There was an unexpected error on our side. Try again: you will not order anything twice. If it fails again, call us and give us the reference number.",
    },
  },
  idv: {
    IdvCompleted: {
      headline: "Identity check completed",
      text: "There is nothing more for you to do here. We will tell you by e-mail what happens next with your order.",
    },
    IdvNoMethodsAvailable: {
      headline: "No online identity check is available to you right now",
      text: "Visit a shop with your ID, or call us and we will tell you about other ways.",
    },
    IdvSuccess: {
      headline: "Identity check successful",
      text: "Thank you, your identity is confirmed. We are now processing your order and will contact you by e-mail.",
    },
    NoMoreIdvPossible: {
      headline: "Identity check failed",
      text: "We could not confirm your identity and there are no attempts left. We will find a solution by phone or in a shop.",
    },
    NotFound: {
      headline: "We cannot find this identity check",
      text: "The link is probably incomplete. Open it directly from our e-mail or text message.",
    },
    OfferCancelled: {
      headline: "The order has been canceled",
      text: "You therefore no longer have to prove your identity. Do you have questions about the cancellation? Then please call us.",
    },
    OfferConsumed: {
      headline: "Your offer has been accepted",
      text: "You do not have to prove your identity for it again. We will tell you by e-mail what happens next with your order.",
    },
    OfferExpired: {
      headline: "The time for your identity check has run out",
      text: "The offer for it is no longer valid either. Are you still interested? Then please call us.",
    },
    ReservationCallHotline: {
      headline: "Please call us about your identity check",
      text: "Before you can prove your identity, we need to clear something up with you about your order.",
    },
    TechnicalProblem: {
      headline: "The identity check cannot be reached right now",
      text: "We have a technical problem. It is not your fault and does not use up an attempt. Please try again in a moment.",
    },
    Downtime: {
      headline: "The identity check is down for maintenance",
      text: "We are working on our systems. This does not use up an attempt. Please open your link again later.",
      textWithEnd:
        "We are working on our systems, probably until {{downtimeEnd}}. This does not use up an attempt. Please open your link again after that.",
    },
    Unexpected: {
      headline: "Something went wrong with the identity check",
      text: "There was an unexpected error on our side. Try again. If it fails again, call us and give us the reference number.",
    },
  },
  idvResult: {
    failed: "Identity check failed",
    pending: "Identity check in progress",
  },
} satisfies Translation<typeof de>;
