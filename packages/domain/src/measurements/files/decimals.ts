export type DecimalMark = '.' | ',';

/** Could be thousands or three decimals; no group of thousands begins with 0. */
const twofold = /^[+-]?[1-9]\d{0,2}([.,])\d{3}$/;
const plain = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const oneMark = /^[+-]?(?:\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+|\d*)([.,])\d*(?:[eE][+-]?\d+)?$/;
const pointGroups = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
const commaGroups = /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/;

/** The mark before decimals that a number shows beyond doubt; null where it shows none, or could be read in two ways. */
export function shownDecimalMark(text: string): DecimalMark | null {
  if (twofold.test(text) || !/\d/.test(text)) return null;
  if (pointGroups.test(text)) return ',';
  if (commaGroups.test(text)) return '.';
  return (oneMark.exec(text)?.[1] as DecimalMark | undefined) ?? null;
}

/** What the numbers of a file look like. */
export interface NumberStyle {
  /** The marks before decimals that its numbers show beyond doubt. */
  readonly shown: ReadonlySet<DecimalMark>;
  /** A comma may stand before decimals: it is not what stands between the columns. */
  readonly takesComma: boolean;
}

/**
 * Reads a number of a file; null: it is none. `unclear`: it could be thousands or three decimals (`1.050`), and the other
 * numbers of the file do not show which.
 */
export function readDecimal(text: string, { shown, takesComma }: NumberStyle): number | 'unclear' | null {
  const mark = twofold.exec(text)?.[1] as DecimalMark | undefined;
  if (mark === ',' && !takesComma) return null;
  if (mark !== undefined) {
    const other = mark === '.' ? ',' : '.';
    const isClear = !shown.has(other) && (shown.has(mark) || !takesComma);
    if (!isClear) return 'unclear';
  }
  const written = takesComma ? text.replace(',', '.') : text;
  return plain.test(written) ? Number(written) : null;
}
