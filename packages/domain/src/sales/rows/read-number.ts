/** Why a text is no number: it is none, or it could be two. */
export type NumberFailure = 'notANumber' | 'ambiguous';

const plain = /^\d+$/;
/** Spaces of any width and apostrophes are written between thousands only. */
const grouped = /^\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?=[.,]|$)/;
const signs = /^[+\-\u2212]/;

/**
 * A number as tills and spreadsheets write it: a decimal point or a decimal comma, thousands apart or not, a sign before
 * it. `1,234` and `1.234` could be 1234 or 1.234: who wrote it has to say which.
 */
export function readNumber(text: string): number | NumberFailure {
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
    // No group of thousands begins with 0.
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

/** Digits, and what follows them: nothing, or a mark with digits. */
function decimalOf(whole: string, rest: string): number | NumberFailure {
  if (!plain.test(whole)) return 'notANumber';
  if (rest === '') return Number(whole);
  return plain.test(rest.slice(1)) ? Number(`${whole}.${rest.slice(1)}`) : 'notANumber';
}
