/** Characters of a first or a last name. */
export const maxPersonNameLength = 100;

export type PersonNameFault = 'missing' | 'letters' | 'length';

/** What is wrong with a first or last name: it has letters, of any alphabet, and spaces, and nothing else. */
export function personNameFault(text: string): PersonNameFault | null {
  const name = text.trim();
  if (name === '') return 'missing';
  if ([...name].length > maxPersonNameLength) return 'length';
  return /^\p{L}[\p{L}\p{M} ]*$/u.test(name) ? null : 'letters';
}

/** What somebody is to their organization, whatever profile they have. */
export const accountTypes = ['admin', 'user'] as const;

export type AccountType = (typeof accountTypes)[number];

/** Where one-time codes go. */
export const otpContacts = ['email', 'phone'] as const;

export type OtpContact = (typeof otpContacts)[number];

/** How the product looks; `system`: as the browser says. */
export const themes = ['light', 'dark', 'system'] as const;

export type Theme = (typeof themes)[number];

/** What a profile may speak, by ISO 639-1 code. */
export const profileLanguages = ['fr', 'en', 'it', 'ar', 'de', 'es'] as const;

export type ProfileLanguage = (typeof profileLanguages)[number];

export function isProfileLanguage(text: string): text is ProfileLanguage {
  return (profileLanguages as readonly string[]).includes(text);
}
