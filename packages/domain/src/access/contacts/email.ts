/** The longest address a mail server accepts. */
const maxEmailLength = 254;

/**
 * An address in the one form it is stored and compared in, or null where it can't be one. Deliberately loose about what
 * stands left and right of the `@`: whether an address exists is shown by a mail that arrives.
 */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= maxEmailLength &&
    !/\p{Cc}/u.test(email) &&
    /^[^\s@<>"(),:;\\]+@[^\s@.<>"(),:;\\]+(\.[^\s@.<>"(),:;\\]+)+$/.test(email)
    ? email
    : null;
}
