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

/** Maximum characters of a first or last name. */
export const maxPersonNameLength = 100;

export type PersonNameFault = 'missing' | 'letters' | 'length';

/** Returns the fault of a first or last name. It may only contain spaces and letters of any alphabet. */
export function findPersonNameFault(text: string): PersonNameFault | null {
  const name = text.trim();
  if (name === '') return 'missing';
  if ([...name].length > maxPersonNameLength) return 'length';
  return /^\p{L}[\p{L}\p{M} ]*$/u.test(name) ? null : 'letters';
}

/** A person's account type, independent of their profile. */
export const accountTypes = ['admin', 'user'] as const;

export type AccountType = (typeof accountTypes)[number];

/** Channels for one-time codes. */
export const otpContacts = ['email', 'phone'] as const;

export type OtpContact = (typeof otpContacts)[number];

/** Colour themes. `system` follows the browser. */
export const themes = ['light', 'dark', 'system'] as const;

export type Theme = (typeof themes)[number];

/** Languages of a profile, ISO 639-1. */
export const profileLanguages = ['fr', 'en', 'it', 'ar', 'de', 'es'] as const;

export type ProfileLanguage = (typeof profileLanguages)[number];

export function isProfileLanguage(text: string): text is ProfileLanguage {
  return (profileLanguages as readonly string[]).includes(text);
}
