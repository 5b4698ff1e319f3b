import { type Country, countries, isWholePhone, maskPhone } from './countries.ts';
import { dialElsewhere, isWholeElsewhere } from './phones-elsewhere.ts';

/** Of two with one dial code, the one a number is taken to be of when nobody says. */
const usual = new Set(['US']);

/** A stored number (`+41791234567`) by its country; null where it is of none that is listed. */
export function splitPhone(phone: string): { readonly country: Country; readonly digits: string } | null {
  const number = phone.replace(/\D/g, '');
  const fits = countries.filter(({ dial }) => phone.startsWith('+') && number.startsWith(dial));
  const [best] = fits.toSorted((a, b) => b.dial.length - a.dial.length || rank(a) - rank(b));
  return best ? { country: best, digits: number.slice(best.dial.length) } : null;
}

const rank = ({ code }: Country) => (usual.has(code) ? 0 : 1);

/** As it is stored; '' for no digits. */
export const joinPhone = ({ dial }: Country, digits: string): string => (digits === '' ? '' : `+${dial}${digits}`);

/** Whether a number as it is stored is complete and one of its country's: begun or too long is none. */
export function isPhone(phone: string): boolean {
  if (!/^\+[1-9]\d{1,14}$/.test(phone)) return false;
  const split = splitPhone(phone);
  return split === null ? isWholeElsewhere(phone.slice(1)) : isWholePhone(split.country, split.digits);
}

/** A phone number as it is stored, `+41791234567`, or null where it is not whole and in the international format. */
export function normalizePhone(text: string): string | null {
  const phone = text.replace(/[\s().-]/g, '');
  return isPhone(phone) ? phone : null;
}

/** A stored number as its country writes it, `+41 79 123 45 67`; it reads from left to right in every language. */
export function formatPhone(phone: string): string {
  const split = splitPhone(phone);
  if (split !== null) return `+${split.country.dial} ${maskPhone(split.country, split.digits)}`;
  const dial = dialElsewhere(phone.slice(1));
  return dial === null ? phone : `+${dial} ${phone.slice(1 + dial.length)}`;
}
