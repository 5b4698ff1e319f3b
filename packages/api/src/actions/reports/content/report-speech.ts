import { type Instant, instantToDate, type LocalDate } from '@atrium/domain/core';
import { formatNumber, formatPercent, formatSigned } from '@atrium/domain/core/format';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import { getSpeech } from '../../../people/notifications/index.ts';
import { ar } from './messages/ar.ts';
import { de } from './messages/de.ts';
import { en, type Forms, type Messages } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { it } from './messages/it.ts';
import { isolate } from './rich-text.ts';

/** Message catalogs of reports, in each language users may choose. */
export const catalogues = { en, fr, de, it, es, ar } as const satisfies Record<string, Messages>;

export type ReportLanguage = keyof typeof catalogues;

/** Texts and formats of reports in one language. Digits are Latin in all languages. */
export interface ReportSpeech {
  readonly language: ProfileLanguage;
  /** BCP 47. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /**
   * Returns a text with its values, in the plural form for `count` if it has forms. Throws for an extra or missing
   * value.
   */
  say(id: keyof Messages, values?: Readonly<Record<string, string>>, count?: number): string;
  number(value: number | null, decimals: number): string;
  signed(value: number, decimals: number): string;
  /** Formats a value in percent, e.g. `90.7 %`. */
  percent(value: number | null, decimals?: number): string;
  /** `Thu 19 Nov` */
  day(date: LocalDate): string;
  /** `Thu 19` */
  shortDay(date: LocalDate): string;
  /** `Thu` */
  weekday(weekday: number): string;
  /** `Mon 16 – Sun 22 Nov 2026`, both days included; `short`: `16–22 Nov`. */
  days(first: LocalDate, last: LocalDate, width?: 'long' | 'short'): string;
  /** `Tue 17 Nov, 10:12` in that time zone. */
  moment(at: Instant, timezone: string): string;
  /** `Mon 23 Nov 2026, 07:00` in that time zone. */
  momentOfYear(at: Instant, timezone: string): string;
  /** `10:12` in that time zone. */
  clock(at: Instant, timezone: string): string;
}

export function createReportSpeech(language: ProfileLanguage): ReportSpeech {
  const { locale, dir } = getSpeech(language);
  const messages: Messages = catalogues[language];
  const plural = new Intl.PluralRules(locale);
  const dates = (options: Intl.DateTimeFormatOptions, timeZone = 'UTC') =>
    formatter(locale, { ...options, timeZone, numberingSystem: 'latn' });
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const dayName = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  const timed = (day: string, at: Instant, timezone: string) =>
    `${day}${dir === 'rtl' ? '،' : ','} ${dates(clock, timezone).format(at)}`;
  return {
    language,
    locale,
    dir,
    say: (id, values = {}, count = 0) => fill(formOf(messages[id], plural.select(count)), values, dir),
    number: (value, decimals) => formatNumber(value, { locale, decimals }),
    signed: (value, decimals) => formatSigned(value, { locale, decimals }),
    percent: (value, decimals = 1) => formatPercent(value, { locale, decimals }),
    day: (date) => withoutComma(dates(dayName).format(noon(date))),
    shortDay: (date) => withoutComma(dates({ weekday: 'short', day: 'numeric' }).format(noon(date))),
    weekday: (weekday) => dates({ weekday: 'short' }).format(Date.UTC(2024, 0, weekday, 12)),
    days: (first, last, width = 'long') => {
      const options =
        width === 'long' ? ({ ...dayName, year: 'numeric' } as const) : ({ day: 'numeric', month: 'short' } as const);
      return withoutComma(dates(options).formatRange(noon(first), noon(last)));
    },
    moment: (at, timezone) =>
      timed(withoutComma(dates(dayName).format(noon(instantToDate(timezone, at)))), at, timezone),
    momentOfYear: (at, timezone) =>
      timed(
        withoutComma(dates({ ...dayName, year: 'numeric' }).format(noon(instantToDate(timezone, at)))),
        at,
        timezone,
      ),
    clock: (at, timezone) => dates(clock, timezone).format(at),
  };
}

const noon = (date: LocalDate) => Date.parse(`${date}T12:00:00Z`);

/** Turns `Thu, 19 Nov` into `Thu 19 Nov`. */
const withoutComma = (text: string) => text.replaceAll(/(\p{L}\.?)[,،] (?=\d)/gu, '$1 ');

function formOf(text: string | Forms, form: Intl.LDMLPluralRule): string {
  return typeof text === 'string' ? text : (text[form] ?? text.other);
}

function fill(text: string, values: Readonly<Record<string, string>>, dir: 'ltr' | 'rtl'): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a text of a report has no value for {${name}}: ${text}`);
    return isolate(value, dir);
  });
}

/** Cached, because creating a formatter costs far more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}
