/** Placeholder for a missing number everywhere. Never a 0. */
export const dash = '–';

const noBreakSpace = '\u00a0';

export interface NumberFormat {
  /** The reader's language, BCP 47. */
  readonly locale: string;
  readonly decimals: number;
}

/** Formats `3,375` or `−4`, and `–` for anything that is not a finite number. Digits are always Latin. */
export function formatNumber(value: number | null | undefined, { locale, decimals }: NumberFormat): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return dash;
  const text = plain(locale, decimals).format(value === 0 ? 0 : value);
  return properMinus(text);
}

/** Returns the decimals for a mean of counts: one while it is small, so that changes stay visible. */
export const getMeanDecimals = (mean: number): number => (Math.abs(mean) < 100 && !Number.isInteger(mean) ? 1 : 0);

/** Formats `90.7 %`. The value is already in percent. */
export function formatPercent(value: number | null | undefined, format: NumberFormat): string {
  const text = formatNumber(value, format);
  return text === dash ? dash : `${text}${noBreakSpace}%`;
}

/** Formats `+11.8`, `−3.7` or `+0.0`: differences always have a sign. */
export function formatSigned(value: number | null | undefined, { locale, decimals }: NumberFormat): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return dash;
  const text = plain(locale, decimals).format(Math.abs(value));
  return `${roundsBelowZero(value, decimals) ? '−' : '+'}${text}`;
}

/** Formats `1.6k` or `12k`, for heat cells and narrow axes. */
export function formatCompact(value: number | null | undefined, locale: string): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return dash;
  const [scaled, suffix] =
    Math.abs(value) >= 1e6 ? [value / 1e6, 'M'] : Math.abs(value) >= 1000 ? [value / 1000, 'k'] : [value, ''];
  const decimals = suffix === '' || Math.abs(scaled) >= 10 ? 0 : 1;
  return `${formatNumber(scaled, { locale, decimals })}${suffix}`;
}

/** Scales emissions: kg below a tonne, t from 1000 kg. */
export function scaleMass(kilograms: number): { readonly value: number; readonly unit: 'kgCO2' | 'tCO2' } {
  return Math.abs(kilograms) >= 1000 ? { value: kilograms / 1000, unit: 'tCO2' } : { value: kilograms, unit: 'kgCO2' };
}

function roundsBelowZero(value: number, decimals: number): boolean {
  return Math.round(value * 10 ** decimals) < 0;
}

function properMinus(text: string): string {
  return text.replace('-', '−');
}

/**
 * Cached, since creating an Intl formatter costs far more than using it, and a table needs the same one hundreds of
 * times.
 */
const formatters = new Map<string, Intl.NumberFormat>();

function plain(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale}/${decimals}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      numberingSystem: 'latn',
      signDisplay: 'negative',
    });
    formatters.set(key, formatter);
  }
  return formatter;
}
