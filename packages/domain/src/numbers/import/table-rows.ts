const total =
  /^(?:sub[- ]?total|grand total|totals?|totale|totaux|sous-total|somme|summe|gesamt|gesamtsumme|zwischensumme|sum[ae]?|subtotale?|somma|المجموع|الإجمالي)(?:[ :.].*)?$/i;

/** Whether a row without a time is a total of other rows: its first text is a word for it. */
export function isTotalRow(fields: readonly string[], timeText: string): boolean {
  const first = timeText.trim() || (fields.find((field) => field.trim() !== '') ?? '').trim();
  return first.length <= 60 && total.test(first);
}

export const isBlankRow = (fields: readonly string[]): boolean => fields.every((field) => field.trim() === '');

/** Whether a row repeats the header, as files do that were put together from several. */
export const isSameRow = (fields: readonly string[], header: readonly string[]): boolean =>
  fields.length === header.length && fields.every((field, index) => field.trim() === header[index]?.trim());
