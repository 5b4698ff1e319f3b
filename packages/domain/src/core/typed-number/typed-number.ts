import { err, ok, type Result } from '../result.ts';

/** Why a typed text is no number: `ambiguous` could be a decimal or thousands, such as `1,050` for an English reader. */
export type NumberFault = 'unreadable' | 'ambiguous';

/** The sign before decimals, as the reader writes it. */
export function decimalSign(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

/** How a number stands in a field to be typed in: all its digits, ungrouped, with the reader's decimal sign. */
export const writeTypedNumber = (value: number, locale: string): string =>
  plainDigits(value).replace('.', decimalSign(locale));

/** Point and comma are both decimal signs. null: nothing was typed. */
export function readTypedNumber(text: string, locale: string): Result<number | null, NumberFault> {
  const typed = westernDigits(text).replace(/\s/g, '').replace('−', '-');
  if (typed === '') return ok(null);
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(typed)) return err('unreadable');
  const foreign = decimalSign(locale) === '.' ? ',' : '.';
  if (typed.includes(foreign) && /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(typed)) return err('ambiguous');
  return ok(Number(typed.replace(',', '.')));
}

/** Without an exponent, which nobody types. */
const plainDigits = (value: number) =>
  String(value).includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : String(value);

/** Arabic keyboards write digits and the decimal sign in letters of their own. */
const westernDigits = (text: string) =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace('٫', '.');
