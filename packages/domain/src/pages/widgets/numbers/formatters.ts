import { formatCompact, formatNumber, formatPercent, formatSigned } from '../../../core/format/index.ts';
import { toThreePointScore } from '../../../numbers/index.ts';

interface NumberReader {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly decimals: number;
}

/** Value formatters that a definition may name for axes, tooltips and rows (G03). */
export const valueFormatters = {
  plain: (value, { locale, decimals }) => formatNumber(value, { locale, decimals }),
  whole: (value, { locale }) => formatNumber(value, { locale, decimals: 0 }),
  oneDecimal: (value, { locale }) => formatNumber(value, { locale, decimals: 1 }),
  twoDecimals: (value, { locale }) => formatNumber(value, { locale, decimals: 2 }),
  compact: (value, { locale }) => formatCompact(value, locale),
  percent: (value, { locale, decimals }) => formatPercent(value, { locale, decimals }),
  signed: (value, { locale, decimals }) => formatSigned(value, { locale, decimals }),
  /** Formats seconds as hours and minutes: `1:05`. */
  clock: (value) => {
    const minutes = Math.round(value / 60);
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  },
  /** Formats seconds as minutes. */
  minutes: (value, { locale }) => formatNumber(value / 60, { locale, decimals: 1 }),
  /** Converts a score of five to the general scale of three: 4 and 5 are good, 3 is fair. */
  ofThree: (value) => String(toThreePointScore(value)),
} as const satisfies Record<string, (value: number, reader: NumberReader) => string>;
export type ValueFormatter = keyof typeof valueFormatters;

/** How a series is named: by metric, by group, or both (`Entries · Ground floor`). */
export const nameFormatters = ['metric', 'group', 'full'] as const;
export type NameFormatter = (typeof nameFormatters)[number];

export function findValueFormatter(name: string | null | undefined) {
  return name != null && Object.hasOwn(valueFormatters, name) ? valueFormatters[name as ValueFormatter] : null;
}

export function findNameFormatter(name: string | null | undefined): NameFormatter | null {
  return nameFormatters.find((known) => known === name) ?? null;
}
