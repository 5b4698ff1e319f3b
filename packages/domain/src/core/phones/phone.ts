import { type Country, countries, isCompletePhone, maskPhone } from './countries.ts';
import { findOtherDialCode, isCompleteOtherPhone } from './other-countries.ts';

/** Default country where two share a dial code. */
const usual = new Set(['US']);

/** Splits a stored number (`+41791234567`) into country and digits. Returns null for a country that is not listed. */
export function splitPhone(phone: string): { readonly country: Country; readonly digits: string } | null {
  const number = phone.replace(/\D/g, '');
  const fits = countries.filter(({ dial }) => phone.startsWith('+') && number.startsWith(dial));
  const [best] = fits.toSorted((a, b) => b.dial.length - a.dial.length || rank(a) - rank(b));
  return best ? { country: best, digits: number.slice(best.dial.length) } : null;
}

const rank = ({ code }: Country) => (usual.has(code) ? 0 : 1);

/** Joins dial code and digits to a stored number. Empty without digits. */
export const joinPhone = ({ dial }: Country, digits: string): string => (digits === '' ? '' : `+${dial}${digits}`);

/** Whether a stored number is complete and has a valid length for its country. */
export function isPhone(phone: string): boolean {
  if (!/^\+[1-9]\d{1,14}$/.test(phone)) return false;
  const split = splitPhone(phone);
  return split === null ? isCompleteOtherPhone(phone.slice(1)) : isCompletePhone(split.country, split.digits);
}

/** Normalizes a number to its stored form, `+41791234567`. Returns null if it is incomplete or not international. */
export function normalizePhone(text: string): string | null {
  const phone = text.replace(/[\s().-]/g, '');
  return isPhone(phone) ? phone : null;
}

/** Formats a stored number in its country's style, `+41 79 123 45 67`. It reads left to right in every language. */
export function formatPhone(phone: string): string {
  const split = splitPhone(phone);
  if (split !== null) return `+${split.country.dial} ${maskPhone(split.country, split.digits)}`;
  const dial = findOtherDialCode(phone.slice(1));
  return dial === null ? phone : `+${dial} ${phone.slice(1 + dial.length)}`;
}
