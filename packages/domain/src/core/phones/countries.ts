/** A format of a country's numbers; `#` is a digit. */
interface PhoneForm {
  readonly mask: string;
  /** Prefix of numbers with this format. */
  readonly start: RegExp;
}

/** A country whose number formats are known. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** Dial code without the plus. */
  readonly dial: string;
  /** Shortest first. A number is complete if it fills one of them and has its prefix. */
  readonly forms: readonly PhoneForm[];
}

const digitsIn = (mask: string) => mask.replace(/[^#]/g, '').length;

/** Creates a country. `forms` maps prefixes to the masks of their numbers. */
function country(code: string, dial: string, forms: Readonly<Record<string, readonly string[]>>): Country {
  const all = Object.entries(forms).flatMap(([start, masks]) =>
    masks.map((mask) => ({ mask, start: new RegExp(`^(?:${start})`) })),
  );
  return { code, dial, forms: all.toSorted((left, right) => digitsIn(left.mask) - digitsIn(right.mask)) };
}

/** North America has one plan: neither area codes nor exchanges begin with 0 or 1. */
const northAmerica = { '[2-9][0-8]\\d[2-9]': ['(###) ###-####'] };

/** Selectable countries by code, with personal and office numbers only: no short, premium or pager numbers. */
export const countries: readonly Country[] = [
  country('AE', '971', { '[2-4679][2-8]': ['# ### ####'], '5[02-8]': ['## ### ####'] }),
  country('AT', '43', {
    '1[2-9]': ['# ### ###', '# ### ####', '# ### #####', '# ### ######'],
    '6[5-9]': ['### #######', '### ########', '### #########'],
    '[2-57]|6[1-4]': ['#### ###', '#### ####', '#### #####', '#### ######', '#### #######', '#### ########'],
  }),
  country('BE', '32', {
    '[239]|4[23]': ['# ### ## ##'],
    '[15678]': ['## ## ## ##'],
    '4[5-9]': ['### ## ## ##'],
  }),
  country('BG', '359', {
    '2': ['# ### ###', '# ### ####'],
    '[3-7]|8[1-6]|9[1-7]': ['## #####', '## ### ###'],
    '8[7-9]|9[89]': ['## ### ####'],
  }),
  country('CA', '1', northAmerica),
  country('CH', '41', { '2[12467]|3[1-4]|4[134]|5[125-8]|6[1289]|7[1-9]|8[0147]|9[01]': ['## ### ## ##'] }),
  country('CZ', '420', { '[2-57]|60': ['### ### ###'] }),
  country('DE', '49', {
    '15': ['#### #######'],
    '16[023]|17': ['### #######', '### ########'],
    '[2-9]': ['#### ####', '### ######', '### #######', '### ########'],
  }),
  country('DK', '45', { '[2-9]': ['## ## ## ##'] }),
  country('ES', '34', { '6|7[1-48]|[89][1-8]': ['### ### ###'] }),
  country('FI', '358', {
    '4[0-8]|50': ['## ### ###', '## ### ## ##', '## ### #####'],
    '[235689][1-8]|1[3-79]': ['## #####', '## ### ###', '## ### ## ##'],
  }),
  country('FR', '33', { '[1-79]': ['# ## ## ## ##'] }),
  country('GB', '44', { '[17]': ['#### ######'], '2': ['## #### ####'], '3': ['### ### ####'] }),
  country('GR', '30', { '2|69|70': ['### ### ####'] }),
  country('HU', '36', { '1': ['# ### ####'], '[2-9][2-9]': ['## ### ###'], '[257]0|3[01]|21': ['## ### ####'] }),
  country('IE', '353', {
    '1': ['# ### ####'],
    '[24-79]': ['## #####', '## ### ###', '## ### ####'],
    '8[35-9]': ['## ### ####'],
  }),
  country('IT', '39', {
    '0[1-9]': ['### ####', '### #####', '### ######', '### ### ####', '### #### ####'],
    '3[1-9]': ['### ### ###', '### ### ####'],
  }),
  country('LI', '423', { '[237]': ['### ## ##'], '6': ['### ### ###'] }),
  country('LU', '352', { '[2-57-9]': ['## ## ##', '## ## ## ##'], '6': ['### ### ###'] }),
  country('MA', '212', { '[5-7]': ['### ### ###'] }),
  country('MC', '377', { '[3489]': ['## ## ## ##'], '[67]': ['# ## ## ## ##'] }),
  country('NL', '31', { '6[1-58]': ['# ########'], '[1-57]|8[4578]|91': ['## ### ####'] }),
  country('NO', '47', { '[49]': ['### ## ###'], '[235-7]': ['## ## ## ##'] }),
  country('PL', '48', { '1[2-8]|2[2-69]|3[02-49]|[4-9]': ['### ### ###'] }),
  country('PT', '351', { '2|30|9[1-6]': ['### ### ###'] }),
  country('RO', '40', { '[237]': ['### ### ###'] }),
  country('SA', '966', { '1[1-7]|5': ['## ### ####'] }),
  country('SE', '46', {
    '7[02369]': ['## ### ## ##'],
    '8': ['# ### ###', '# ### ## ##', '# ### ### ##'],
    '[1-69]': ['## ## ## #', '## ### ###', '## ### ## ##'],
  }),
  country('SK', '421', { '2|9[0145]': ['### ### ###'], '[3-5][1-8]': ['## ### ## ##'] }),
  country('TN', '216', { '[2-57-9]': ['## ### ###'] }),
  country('TR', '90', { '[2-5]|850': ['### ### ## ##'] }),
  country('US', '1', northAmerica),
];

export const defaultCountry = 'CH';

export const findCountry = (code: string): Country | null => countries.find((one) => one.code === code) ?? null;

/** Converts the country code to a flag emoji. */
export function toFlag({ code }: Country): string {
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65));
}

/** Finds the format of complete or partial digits, preferably one whose prefix matches. */
function formOf({ forms }: Country, digits: string): PhoneForm | undefined {
  const long = forms.filter(({ mask }) => digitsIn(mask) >= digits.length);
  return long.find(({ start }) => start.test(digits)) ?? long[0] ?? forms.at(-1);
}

/** Formats digits in the country's style, also while typing. Drops surplus digits. */
export function maskPhone(country: Country, digits: string): string {
  const left = [...digits];
  let written = '';
  for (const letter of formOf(country, digits)?.mask ?? '') {
    if (left.length === 0) break;
    written += letter === '#' ? left.shift() : letter;
  }
  return written;
}

/** Returns an example number of zeros in the country's default format. */
export const buildPhoneExample = ({ forms }: Country): string => forms.at(-1)?.mask.replaceAll('#', '0') ?? '';

export const maxDigits = ({ forms }: Country): number => digitsIn(forms.at(-1)?.mask ?? '');

/** Whether a number without its dial code is complete. */
export const isCompletePhone = ({ forms }: Country, digits: string): boolean =>
  forms.some(({ mask, start }) => digitsIn(mask) === digits.length && start.test(digits));
