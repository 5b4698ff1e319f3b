/** Why a text is no number: it is invalid, or has two readings. */
export type NumberFailure = 'notANumber' | 'ambiguous';

const plain = /^\d+$/;
/** Spaces of any width and apostrophes only separate thousands. */
const grouped = /^\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?=[.,]|$)/;
const signs = /^[+\-\u2212]/;

/**
 * Parses a number as tills and spreadsheets write it: with a decimal point or comma, with or without thousands
 * separators, with a sign. `1,234` and `1.234` are ambiguous: 1234 or 1.234.
 */
export function parseNumber(text: string): number | NumberFailure {
  const sign = signs.test(text) && text[0] !== '+' ? -1 : 1;
  const unsigned = text.replace(signs, '');
  const size = readUnsigned(unsigned);
  return typeof size === 'number' ? sign * size + 0 : size;
}

function readUnsigned(text: string): number | NumberFailure {
  if (text.length > 40) return 'notANumber';
  const groups = grouped.exec(text)?.[0];
  if (groups !== undefined) return decimalOf(groups.replace(/\D/g, ''), text.slice(groups.length));
  const marks = text.replace(/[^.,]/g, '');
  if (marks === '') return plain.test(text) ? Number(text) : 'notANumber';
  if (marks.length === 1) {
    const [whole = '', fraction = ''] = text.split(marks);
    // Groups of thousands never begin with 0.
    const couldBeThousands = /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction);
    return couldBeThousands ? 'ambiguous' : decimalOf(whole, text.slice(whole.length));
  }
  const last = marks.at(-1) as string;
  const isThousandsOnly = [...marks].every((mark) => mark === last);
  const [whole, rest] = isThousandsOnly
    ? [text, '']
    : [text.slice(0, text.lastIndexOf(last)), text.slice(text.lastIndexOf(last))];
  const between = isThousandsOnly ? last : (marks[0] as string);
  const parts = whole.split(between);
  const isGrouped = /^[1-9]\d{0,2}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => /^\d{3}$/.test(part));
  return isGrouped ? decimalOf(parts.join(''), rest) : 'notANumber';
}

/** Builds a number from its digits and an optional decimal part. */
function decimalOf(whole: string, rest: string): number | NumberFailure {
  if (!plain.test(whole)) return 'notANumber';
  if (rest === '') return Number(whole);
  return plain.test(rest.slice(1)) ? Number(`${whole}.${rest.slice(1)}`) : 'notANumber';
}
