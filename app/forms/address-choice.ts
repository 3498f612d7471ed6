/** Value of `addressChoice` for "my input"; a number chooses a suggestion. */
export const ownAddress = "entered";
