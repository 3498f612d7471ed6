import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/validation.ts";

export default {
  form: {
    required: "{{path}} is a required field",
    invalid: "We cannot accept this entry as it is. Please check it.",
  },
  fields: {
    salutation: {
      unknown: "Choose one of the salutations or leave it empty.",
    },
    title: {
      tooLong: "Shorten the title to {{max}} characters at most.",
      characters: "Use only letters, full stops and hyphens in the title, for example “Prof. Dr.”.",
    },
    firstName: {
      missing: "Enter your first name.",
      tooLong: "Shorten your first name to {{max}} characters at most.",
      characters: "Use only letters, spaces, hyphens and apostrophes in your first name.",
    },
    lastName: {
      missing: "Enter your last name.",
      tooLong: "Shorten your last name to {{max}} characters at most.",
      characters: "Use only letters, spaces, hyphens and apostrophes in your last name.",
    },
    birthDate: {
      missing: "Enter your date of birth.",
      incomplete: "Your date of birth is not complete. Enter day, month and year.",
      shortYear: "Enter your year of birth with four digits, for example 1985.",
      notADate: "This date of birth does not exist. Check day, month and year.",
      future: "Your date of birth is in the future. Check the year.",
      tooYoung: "You have to be at least 18 years old to order.",
      tooOld: "Check your year of birth. It would make you over 120 years old.",
    },
    street: {
      missing: "Enter your street.",
      tooLong: "Shorten the street name to {{max}} characters at most.",
      characters: "Enter the street name with letters, without special characters such as * or #.",
      packstation: "A parcel locker or post office is not possible here. Enter the street you live in.",
      postOfficeBox: "A PO box is not possible here. Enter the street you live in.",
    },
    houseNumber: {
      missing: "Enter your house number.",
      form: "Enter the house number like this: 12, 12a, 12-14 or 3 1/2.",
    },
    postalCode: {
      missing: "Enter your postal code.",
      form: "Enter your postal code with five digits.",
      unknown: "This postal code does not exist in Germany. Check the digits.",
    },
    city: {
      missing: "Enter your town or city.",
      tooLong: "Shorten the town name to {{max}} characters at most.",
      characters: "Enter the town with letters only, for example “Frankfurt (Oder)”.",
    },
    email: {
      missing: "Enter your e-mail address.",
      tooLong: "This e-mail address is too long. Check what you entered.",
      noAt: "Your e-mail address has no @ sign.",
      form: "Check your e-mail address. It looks like this: name@example.com",
    },
    phone: {
      missing: "Enter your phone number.",
      form: "Enter the phone number with digits only, for example 0152 28817386.",
      areaCode: "Include the area code. The number starts with 0, or with + and the country code.",
      unknownCountry: "We do not know this country code. For Germany it is +49.",
      tooShort: "This phone number is too short. Some digits are missing.",
      tooLong: "This phone number is too long. Check the digits.",
      unknown: "This phone number does not exist. Check the area code and the digits.",
    },
    consents: {
      changed: "This text has just changed. Please read it and decide again.",
    },
    addressChoice: {
      missing: "Choose which address is right.",
      unknown: "This suggestion is no longer available. Please choose again.",
    },
    documentType: {
      missing: "Choose the type of your ID document.",
      unknown: "We do not accept this type of document. Choose one from the list.",
    },
    documentNumber: {
      missing: "Enter the number of your ID document.",
      tooShort: "This document number is too short. It has at least {{shortest}} characters.",
      tooLong: "This document number is too long. It has {{longest}} characters at most.",
      characters:
        "The document number has a character that cannot occur in it. Compare it with your document.",
      form: "This number does not fit the type of document. A provisional ID card has a letter and seven digits.",
      checkDigit:
        "The last digit does not fit the document number. Check the number or leave out the tenth character.",
      zeroForO: "The letter O does not occur here. Did you mean the digit 0, that is {{suggestion}}?",
    },
    issuingAuthority: {
      missing: "Enter which authority issued the document.",
      tooLong: "Shorten the name of the authority to {{max}} characters at most.",
      characters: "Enter the authority as printed on the document, for example “Stadt Köln”.",
    },
    nationality: {
      missing: "Choose your nationality.",
      unknown: "Choose a nationality from the list.",
    },
    expiryDate: {
      missing: "Enter the date until which your document is valid.",
      incomplete: "The expiry date is not complete. Enter day, month and year.",
      shortYear: "Enter the year with four digits, for example 2031.",
      notADate: "This expiry date does not exist. Check day, month and year.",
      expired: "This document has expired. Please use a valid one.",
      tooFar: "No document is valid for that long. Check the year.",
    },
    paymentMethod: {
      missing: "Choose how you want to pay.",
      unknown: "This payment method is not available for your offer. Choose another one.",
    },
    accountHolder: {
      missing: "Enter who owns the account.",
      tooLong: "Shorten the name to {{max}} characters at most.",
      characters: "Enter the name as printed on your bank card.",
    },
    iban: {
      missing: "Enter your IBAN.",
      form: "Check your IBAN. It starts with two letters and two digits, for example DE89.",
      country: "No IBAN starts with {{country}}. A German IBAN starts with DE.",
      length: "An IBAN starting with {{country}} has {{expected}} characters. You entered {{given}}.",
      checkDigit: "There is a typing error in your IBAN. Compare it with your bank card.",
      notSepa:
        "This IBAN is right, but SEPA direct debit is not possible from accounts starting with {{country}}. Enter an account in a SEPA country.",
      refused: "We cannot collect from this account. Check your IBAN or enter another account.",
      payoutNotSepa:
        "We cannot transfer money to accounts that begin with {{country}}. Enter an account from a SEPA country.",
      payoutRefused: "We cannot transfer money to this account. Check your IBAN or enter another account.",
    },
    payoutRequested: {
      missing: "You entered an account. Tick the payout or empty the account fields.",
    },
    sepaMandate: {
      missing:
        "We may not collect payments without your SEPA mandate. Agree to it or choose another payment method.",
    },
    serviceType: {
      missing: "Choose what you want to terminate.",
      unknown: "This type of contract is not available here. Choose one from the list.",
    },
    cancellationType: {
      unknown: "Choose whether you terminate regularly or for a special reason.",
    },
    identification: {
      missing:
        "To help us find your contract, enter one of these: phone number, customer number or contract number. Date of birth and address will do instead.",
      incomplete: "Without a number we need your date of birth and your full address. Add this detail.",
    },
    customerNumber: {
      form: "Check your customer number. It consists of digits and letters only.",
    },
    contractNumber: {
      form: "Check your contract number. It consists of digits and letters only.",
    },
    confirmation: {
      missing: "Enter an e-mail address or a phone number. We will send your confirmation there.",
    },
    selectTerminationDate: {
      unknown: "Choose whether the contract should end as soon as possible or later.",
    },
    terminationDate: {
      missing: "Enter when your contract should end.",
      incomplete: "The end date is not complete. Enter day, month and year.",
      shortYear: "Enter the year with four digits, for example 2027.",
      notADate: "This date does not exist. Check day, month and year.",
      past: "The end date is in the past. Enter today or a later day.",
      onlyLater: "You entered a date but chose “as soon as possible”. Choose “later” or clear the date.",
    },
    reason: {
      missing: "Choose why you are terminating for a special reason.",
      unknown: "This reason is not available here. Choose one from the list.",
      onlySpecial:
        "We only need a reason for a special termination. Change the type of termination or choose no reason.",
    },
    moveDate: {
      missing: "Enter when you are moving.",
      incomplete: "The moving date is not complete. Enter day, month and year.",
      shortYear: "Enter the year of your move with four digits.",
      notADate: "This moving date does not exist. Check day, month and year.",
    },
    newAddress: {
      missing: "Enter your new address.",
      tooLong: "Shorten the new address to {{max}} characters at most.",
    },
    country: {
      missing: "Enter the country you are moving to.",
      tooLong: "Shorten the name of the country to {{max}} characters at most.",
    },
    reasonText: {
      missing: "Briefly describe the reason for your termination.",
      tooLong: "Shorten your description to {{max}} characters at most.",
    },
    dateOfDeath: {
      incomplete:
        "The date of death is not complete. Enter day, month and year or leave all three fields empty.",
      shortYear: "Enter the year with four digits.",
      notADate: "This date does not exist. Check day, month and year.",
      future: "The date of death is in the future. Check your entry.",
    },
    file: {
      tooLarge: "This file is too large. 10 MB at most are allowed.",
      type: "We cannot open this file. Upload a PDF, JPEG or PNG.",
      empty: "This file is empty. Choose another one.",
    },
    contractReference: {
      missing:
        "Enter which contract you are withdrawing from: order number, contract number or phone number.",
      form: "Check the order, contract or phone number.",
    },
    method: {
      missing: "Choose how you want to prove your identity.",
      unknown: "This way is not available right now. Choose another one.",
    },
  },
} satisfies Translation<typeof de>;
