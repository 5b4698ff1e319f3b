/** A country whose phone numbers people can type by its own habit. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** Without its plus. */
  readonly dial: string;
  /** How the rest is written, shortest first: `#` is a digit. */
  readonly masks: readonly string[];
}

const country = (code: string, dial: string, ...masks: string[]): Country => ({ code, dial, masks });

/** Those offered, by their codes. */
export const countries: readonly Country[] = [
  country('AE', '971', '# ### ####', '## ### ####'),
  country('AT', '43', '### ######', '### #######', '### ########', '### #########'),
  country('BE', '32', '# ### ## ##', '### ## ## ##'),
  country('BG', '359', '## ### ###', '## ### ####'),
  country('CA', '1', '(###) ###-####'),
  country('CH', '41', '## ### ## ##'),
  country('CZ', '420', '### ### ###'),
  country('DE', '49', '### ######', '### #######', '### ########', '#### #######'),
  country('DK', '45', '## ## ## ##'),
  country('ES', '34', '### ### ###'),
  country('FI', '358', '## ### ###', '## ### ## ##', '## ### #####'),
  country('FR', '33', '# ## ## ## ##'),
  country('GB', '44', '#### ######'),
  country('GR', '30', '### ### ####'),
  country('HU', '36', '# ### ####', '## ### ####'),
  country('IE', '353', '# ### ####', '## ### ####'),
  country('IT', '39', '### ### ##', '### ### ###', '### ### ####'),
  country('LI', '423', '### ## ##', '### ### ###'),
  country('LU', '352', '## ## ##', '## ## ## ##', '### ### ###'),
  country('MA', '212', '### ### ###'),
  country('MC', '377', '## ## ## ##', '# ## ## ## ##'),
  country('NL', '31', '# ########'),
  country('NO', '47', '### ## ###'),
  country('PL', '48', '### ### ###'),
  country('PT', '351', '### ### ###'),
  country('RO', '40', '### ### ###'),
  country('SA', '966', '# ### ####', '## ### ####'),
  country('SE', '46', '## ### ###', '## ### ## ##'),
  country('SK', '421', '### ### ###'),
  country('TN', '216', '## ### ###'),
  country('TR', '90', '### ### ## ##'),
  country('US', '1', '(###) ###-####'),
];

export const defaultCountry = 'CH';

/** Of two with one dial code, the one a number is taken to be of when nobody says. */
const usual = new Set(['US']);

export const countryOf = (code: string): Country | null => countries.find((one) => one.code === code) ?? null;

/** The two letters as a flag. */
export function flagOf({ code }: Country): string {
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}

const digitsOf = (mask: string) => [...mask].filter((letter) => letter === '#').length;

/** The digits as the country writes them, as far as they go; more digits than it has are left out. */
export function maskPhone({ masks }: Country, digits: string): string {
  const mask = masks.find((one) => digitsOf(one) >= digits.length) ?? masks.at(-1) ?? '';
  const left = [...digits];
  let written = '';
  for (const letter of mask) {
    if (left.length === 0) break;
    written += letter === '#' ? left.shift() : letter;
  }
  return written;
}

export const maxDigits = ({ masks }: Country): number => Math.max(...masks.map(digitsOf));

/** A number without its dial code is whole when one of the country's masks is full. */
export const isWholePhone = ({ masks }: Country, digits: string): boolean =>
  masks.some((mask) => digitsOf(mask) === digits.length);

/** A stored number (`+41791234567`) by its country; null where it is of none of them. */
export function splitPhone(phone: string): { readonly country: Country; readonly digits: string } | null {
  const number = phone.replace(/\D/g, '');
  const fits = countries.filter(({ dial }) => phone.startsWith('+') && number.startsWith(dial));
  const [best] = fits.toSorted((a, b) => b.dial.length - a.dial.length || rank(a) - rank(b));
  return best ? { country: best, digits: number.slice(best.dial.length) } : null;
}

const rank = ({ code }: Country) => (usual.has(code) ? 0 : 1);

/** As it is stored; '' for no digits. */
export const joinPhone = ({ dial }: Country, digits: string): string => (digits === '' ? '' : `+${dial}${digits}`);

/** Whether a stored number is one of its country, or of none that is listed and international all the same. */
export function isPhone(phone: string): boolean {
  const split = splitPhone(phone);
  const isInternational = /^\+[1-9]\d{6,14}$/.test(phone);
  return isInternational && (split === null || isWholePhone(split.country, split.digits));
}
