import type { Translation } from "#app/i18n/translation.ts";
import type de from "../de/validation.ts";

export default {
  form: {
    required: "{{path}} is a required field",
    invalid: "We cannot accept this entry as it is. Please check it.",
  },
  fields: {
    salutation: {
      unknown: "Choose one of the salutations or leave the field empty.",
    },
    title: {
      tooLong: "Shorten the title to {{max}}\u00a0characters at most.",
      characters: "Use only letters, periods and hyphens in the title, for example “Prof. Dr.”.",
    },
    firstName: {
      missing: "Enter your first name.",
      tooLong: "Shorten your first name to {{max}}\u00a0characters at most.",
      characters: "Use only letters, spaces, hyphens and apostrophes in your first name.",
    },
    lastName: {
      missing: "Enter your last name.",
      tooLong: "Shorten your last name to {{max}}\u00a0characters at most.",
      characters: "Use only letters, spaces, hyphens and apostrophes in your last name.",
    },
    birthDate: {
      missing: "Enter your date of birth.",
      incomplete: "Your date of birth is not complete. Enter day, month and year.",
      shortYear: "Enter your year of birth with four digits, for example 1985.",
      notADate: "This date of birth does not exist. Check day, month and year.",
      future: "Your date of birth is in the future. Check the year.",
      tooYoung: "You must be at least 18\u00a0years old to order.",
      tooOld: "Check your year of birth. It would make you over 120\u00a0years old.",
    },
    street: {
      missing: "Enter your street.",
      tooLong: "Shorten the street name to {{max}}\u00a0characters at most.",
      characters: "Enter the street name with letters, without special characters such as * or #.",
      packstation: "A parcel locker or post office is not possible here. Enter the street you live on.",
      postOfficeBox: "A PO box is not possible here. Enter the street you live on.",
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
      tooLong: "Shorten the town name to {{max}}\u00a0characters at most.",
      characters: "Use only letters for the town or city, for example “Frankfurt (Oder)”.",
    },
    email: {
      missing: "Enter your e-mail address.",
      tooLong: "This e-mail address is too long. Check what you entered.",
      noAt: "Your e-mail address has no @ sign.",
      form: "Check your e-mail address. It should look like this: name@example.com",
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
      missing: "Choose the type of your ID.",
      unknown: "We do not accept this type of ID. Choose one from the list.",
    },
    documentNumber: {
      missing: "Enter the number of your ID.",
      tooShort: "This ID number is too short. It has at least {{shortest}}\u00a0characters.",
      tooLong: "This ID number is too long. It has {{longest}}\u00a0characters at most.",
      characters: "The ID number has a character that cannot occur in it. Compare it with your ID.",
      form: "This ID number does not match the type of ID. A provisional identity card has a letter and seven digits.",
      checkDigit:
        "The last digit does not match the ID number. Check the number or leave out the tenth character.",
      zeroForO: "The letter O does not occur here. Did you mean the digit 0, as in {{suggestion}}?",
    },
    issuingAuthority: {
      missing: "Enter which authority issued the ID.",
      tooLong: "Shorten the name of the authority to {{max}}\u00a0characters at most.",
      characters: "Enter the authority as printed on the ID, for example “Stadt Köln”.",
    },
    nationality: {
      missing: "Choose your nationality.",
      unknown: "Choose a nationality from the list.",
    },
    expiryDate: {
      missing: "Enter the date until which your ID is valid.",
      incomplete: "The expiry date is not complete. Enter day, month and year.",
      shortYear: "Enter the year with four digits, for example 2031.",
      notADate: "This expiry date does not exist. Check day, month and year.",
      expired: "This ID has expired. Please use a valid one.",
      tooFar: "No ID is valid for that long. Check the year.",
    },
    paymentMethod: {
      missing: "Choose how you want to pay.",
      unknown: "This payment method is not available for your offer. Choose another one.",
    },
    accountHolder: {
      missing: "Enter who owns the account.",
      tooLong: "Shorten the name to {{max}}\u00a0characters at most.",
      characters: "Enter the name as printed on your bank card.",
    },
    iban: {
      missing: "Enter your IBAN.",
      form: "Check your IBAN. It starts with two letters and two digits, for example DE89.",
      country: "No IBAN starts with {{country}}. A German IBAN starts with DE.",
      length: "An IBAN starting with {{country}} has {{expected}}\u00a0characters. You entered {{given}}.",
      checkDigit: "There is a typo in your IBAN. Compare it with your bank card.",
      notSepa:
        "This IBAN is correct, but SEPA direct debit is not possible from accounts starting with {{country}}. Enter an account in a SEPA country.",
      refused: "We cannot collect from this account. Check your IBAN or enter another account.",
      payoutNotSepa:
        "We cannot transfer money to accounts starting with {{country}}. Enter an account in a SEPA country.",
      payoutRefused: "We cannot transfer money to this account. Check your IBAN or enter another account.",
    },
    payoutRequested: {
      missing: "You entered an account. Select the payout or clear the account fields.",
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
      unknown: "Choose between a regular and a special termination.",
    },
    identification: {
      missing:
        "To help us find your contract, enter one of these: phone number, customer number or contract number. Your date of birth and address will do instead.",
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
      unknown: "Choose whether the contract should end as early as possible or on a later date.",
    },
    terminationDate: {
      missing: "Enter when your contract should end.",
      incomplete: "The end date is not complete. Enter day, month and year.",
      shortYear: "Enter the year with four digits, for example 2027.",
      notADate: "This date does not exist. Check day, month and year.",
      past: "The end date is in the past. Enter today or a later day.",
      onlyLater:
        "You entered a date but chose “As early as possible”. Choose “On a later date” or clear the date.",
    },
    reason: {
      missing: "Choose your reason for the special termination.",
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
      tooLong: "Shorten the new address to {{max}}\u00a0characters at most.",
    },
    country: {
      missing: "Enter the country you are moving to.",
      tooLong: "Shorten the name of the country to {{max}}\u00a0characters at most.",
    },
    reasonText: {
      missing: "Briefly describe the reason for your termination.",
      tooLong: "Shorten your description to {{max}}\u00a0characters at most.",
    },
    dateOfDeath: {
      incomplete:
        "The date of death is not complete. Enter day, month and year or leave all three fields empty.",
      shortYear: "Enter the year with four digits.",
      notADate: "This date does not exist. Check day, month and year.",
      future: "The date of death is in the future. Check your entry.",
    },
    file: {
      tooLarge: "This file is too large. It may be 10\u00a0MB at most.",
      type: "We cannot open this file. Upload a PDF, JPEG or PNG file.",
      empty: "This file is empty. Choose another one.",
    },
    contractReference: {
      missing:
        "Enter which contract you are withdrawing from. Use the order number, contract number or phone number.",
      form: "Check the order number, contract number or phone number.",
    },
    method: {
      missing: "Choose how you want to prove your identity.",
      unknown: "This option is not available right now. Choose another one.",
    },
  },
} satisfies Translation<typeof de>;
