/** What a device needs to load an eSIM (GSMA SGP.22, section 4.1). */
interface Activation {
  smdpAddress: string;
  matchingId: string;
  confirmationCode?: string | undefined;
}

/** For so long after its first answer a provider answers the same submission with the codes again. */
export const minutesShownAgain = 10;

/** As a QR code holds it: `LPA:1$address$id`, followed by `$$1` where the device asks for a confirmation code. */
export const activationCode = ({ smdpAddress, matchingId, confirmationCode }: Activation): string =>
  `LPA:1$${smdpAddress}$${matchingId}${confirmationCode ? "$$1" : ""}`;

/** Opens the device's own settings: iOS from 17.4 on, and Androids with Google's services. */
export const setUpLinks = (activation: Activation) => {
  const query = `esim_qrcode_provisioning?carddata=${encodeURIComponent(activationCode(activation))}`;
  return {
    ios: `https://esimsetup.apple.com/${query}`,
    android: `https://esimsetup.android.com/${query}`,
  };
};

type System = keyof ReturnType<typeof setUpLinks>;

/** Which of these links is for the device that a browser says it runs on; undefined of a computer. */
export function systemOf(userAgent: string | null): System | undefined {
  if (/iPhone|iPad/.test(userAgent ?? "")) return "ios";
  return /Android/.test(userAgent ?? "") ? "android" : undefined;
}
