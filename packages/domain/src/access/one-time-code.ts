/** Number of digits of a one-time code. */
export const codeDigits = 6;

/** Minimum ms between two codes for the same person. */
export const resendDelayMs = 60_000;
