export type DecimalMark = '.' | ',';

/** Could be thousands or three decimals; no thousands group begins with 0. */
const ambiguous = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;
const plain = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const oneMark = /^[+-]?(?:\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+|\d*)([.,])\d*(?:[eE][+-]?\d+)?$/;
const pointGroups = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const commaGroups = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;

/** Returns the decimal mark that a number proves; null when it has none or is ambiguous. */
export function detectDecimalMark(text: string): DecimalMark | null {
  if (ambiguous.test(text) || !/\d/.test(text)) return null;
  if (pointGroups.test(text)) return ',';
  if (commaGroups.test(text)) return '.';
  return (oneMark.exec(text)?.[1] as DecimalMark | undefined) ?? null;
}

/** Number format of a file. */
export interface NumberStyle {
  /** Decimal marks that its numbers prove. */
  readonly shown: ReadonlySet<DecimalMark>;
  /** Whether a comma may be a decimal mark, i.e. is not the column separator. */
  readonly takesComma: boolean;
}

/**
 * Parses a number of a file; null when it is not a number. `unclear`: it could be thousands or three decimals
 * (`1.050`), and the other numbers of the file do not show which.
 */
export function parseDecimal(text: string, { shown, takesComma }: NumberStyle): number | 'unclear' | null {
  const mark = ambiguous.exec(text)?.[1] as DecimalMark | undefined;
  if (mark === ',' && !takesComma) return null;
  if (mark !== undefined) {
    const other = mark === '.' ? ',' : '.';
    const isClear = !shown.has(other) && (shown.has(mark) || !takesComma);
    if (!isClear) return 'unclear';
  }
  const written = takesComma ? text.replace(',', '.') : text;
  return plain.test(written) ? Number(written) : null;
}
