import { err, ok, type Result } from './result.ts';

/**
 * Why a typed text is not a number. `ambiguous`: it could have decimals or thousands, such as `1,050` for an English
 * reader.
 */
export type NumberFault = 'unreadable' | 'ambiguous';

/** Returns the decimal separator of a language. */
export function getDecimalSeparator(locale: string): '.' | ',' {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

/** Formats a number for an input field: all digits, no grouping, with the reader's decimal separator. */
export const formatTypedNumber = (value: number, locale: string): string =>
  plainDigits(value).replace('.', getDecimalSeparator(locale));

/** Parses a typed number. Accepts both point and comma as decimal separators. Null for an empty text. */
export function parseTypedNumber(text: string, locale: string): Result<number | null, NumberFault> {
  const typed = westernDigits(text).replace(/\s/g, '').replace('−', '-');
  if (typed === '') return ok(null);
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(typed)) return err('unreadable');
  const foreign = getDecimalSeparator(locale) === '.' ? ',' : '.';
  if (typed.includes(foreign) && /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(typed)) return err('ambiguous');
  return ok(Number(typed.replace(',', '.')));
}

/** Formats without an exponent. */
const plainDigits = (value: number) =>
  String(value).includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : String(value);

/** Arabic keyboards type their own digits and decimal separator. */
const westernDigits = (text: string) =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace('٫', '.');
