/** The longest address that mail servers accept. */
const maxEmailLength = 254;

/**
 * Normalizes an email address for storage and comparison. Null if it can't be one. Deliberately permissive around the
 * `@`: only a delivered mail proves that an address exists.
 */
export function normalizeEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= maxEmailLength &&
    !/\p{Cc}/u.test(email) &&
    /^[^\s@<>"(),:;\\]+@[^\s@.<>"(),:;\\]+(\.[^\s@.<>"(),:;\\]+)+$/.test(email)
    ? email
    : null;
}
