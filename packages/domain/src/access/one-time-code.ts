/** How many digits a one-time code has. */
export const codeDigits = 6;

/** How long nobody is sent another code, ms. */
export const resendPause = 60_000;
