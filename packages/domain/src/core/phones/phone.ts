import { type Country, countries, isCompletePhone, maskPhone } from './countries.ts';

/** Number of digits after each dial code of the countries that are not listed, for personal and office numbers. */
const lengths =
  '7:10 20:8-10 27:5-9 51:8-9 52:10 53:6-10 54:10-11 55:10-11 56:9 57:8-10 58:10 60:8-10 61:9 62:7-12 63:6-10 ' +
  '64:8-10 65:8 66:8-9 81:9-10 82:5-10 84:9-10 86:7-11 91:10 92:9-10 93:9 94:9 95:6-10 98:6-10 211:9 213:8-9 ' +
  '218:9 220:7-9 221:9 222:8 223:8 224:8-9 225:10 226:8 227:8 228:8 229:10 230:7-8 231:7-9 232:8 233:9 234:10 ' +
  '235:8 236:8 237:9 238:7 239:7 240:9 241:7-8 242:9 243:7-10 244:9 245:9 246:7 247:5 248:7 249:9 250:8-9 251:9 ' +
  '252:6-9 253:8 254:7-9 255:9 256:9 257:8 258:8-9 260:9 261:9 262:9 263:9 264:8-9 265:7-9 266:8 267:7-8 268:8 ' +
  '269:7 290:4-5 291:7 297:7 298:6 299:6 350:8 354:7-9 355:8-9 356:8 357:8 370:8 371:8 372:7-8 373:8 374:8 ' +
  '375:9 376:6-9 378:8-10 380:9 381:7-12 382:8 383:8-12 385:8-9 386:8 387:8-9 389:8 500:5 501:7 502:8 503:8 ' +
  '504:8 505:8 506:8 507:7-8 508:6-9 509:8 590:9 591:8 592:7 593:8-9 594:9 595:7-9 596:9 597:6-7 598:8 599:7-8 ' +
  '670:7-8 672:6 673:7 674:7 675:7-8 676:5-7 677:5-7 678:5-7 679:7 680:7 681:6 682:5 683:4-7 685:5-10 686:5-8 ' +
  '687:6 688:5-7 689:8 690:4-7 691:7 692:7 850:8-10 852:8 853:8 855:8-9 856:8-10 880:6-10 886:8-9 960:7 961:7-8 ' +
  '962:8-9 963:8-9 964:8-10 965:8 967:7-9 968:8 970:8-9 972:8-12 973:8 974:8 975:7-8 976:8-10 977:8-10 992:9 ' +
  '993:8 994:9 995:9 996:9 998:9';

const digitsAfter: ReadonlyMap<string, readonly [number, number]> = new Map(
  lengths.split(' ').map((entry) => {
    const [dial = '', from = '', to = from] = entry.split(/[:-]/);
    return [dial, [Number(from), Number(to)]];
  }),
);

/** Returns the dial code at the beginning of the digits; no code is a prefix of another. Null if it is not in use. */
const findOtherDialCode = (digits: string): string | null =>
  [1, 2, 3].map((length) => digits.slice(0, length)).find((dial) => digitsAfter.has(dial)) ?? null;

/** Whether digits with their dial code have a valid length for that country. */
function isCompleteOtherPhone(digits: string): boolean {
  const dial = findOtherDialCode(digits);
  const [least, most] = digitsAfter.get(dial ?? '') ?? [1, 0];
  const own = digits.length - (dial ?? '').length;
  return least <= own && own <= most;
}

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
