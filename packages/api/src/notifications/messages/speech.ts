import { formatNumber } from '@atrium/domain/core/format';
import { formatSize } from '@atrium/domain/files';
import type { Messages } from './en.ts';
import { type Language, languageOf, languages } from './languages.ts';

/** What a template writes with: texts, amounts and dates in one language. */
export interface Speech {
  readonly language: Language;
  /** BCP 47: how numbers and dates are written. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** A text with its values; a value that the text has no place for, or lacks, is a bug. */
  say(id: keyof Messages, values?: Readonly<Record<string, string>>): string;
  /** Whether there is such a text. */
  has(id: string): id is keyof Messages;
  /** `10 minutes`, with the plural the language has. */
  amount(count: number, unit: 'minute' | 'day'): string;
  /** `1,285`, `21.5`: with so many decimals, in Latin digits. */
  number(value: number, decimals: number): string;
  /** `74 kB`: of a file. */
  size(bytes: number): string;
  /** `21 November 2026 at 09:30 CET`, by the clock of that zone. */
  moment(at: number, timezone: string): string;
}

/** In the language of a reader's profile. */
export const speechFor = (language: string): Speech => speechIn(languageOf(language));

export function speechIn(language: Language): Speech {
  const { locale, dir, messages } = languages[language];
  return {
    language,
    locale,
    dir,
    say: (id, values = {}) => fill(messages[id], values),
    has: (id): id is keyof Messages => Object.hasOwn(messages, id),
    amount: (count, unit) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', numberingSystem: 'latn' }).format(
        count,
      ),
    number: (value, decimals) => formatNumber(value, { locale, decimals }),
    size: (bytes) => formatSize(bytes, locale),
    moment: (at, timeZone) =>
      new Intl.DateTimeFormat(locale, {
        timeZone,
        numberingSystem: 'latn',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: '2-digit',
        hourCycle: 'h23',
        minute: '2-digit',
        timeZoneName: 'short',
      }).format(at),
  };
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  const unused = new Set(Object.keys(values));
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a text has no value for {${name}}: ${text}`);
    unused.delete(name);
    return value;
  });
  if (unused.size > 0) throw new Error(`a text has no place for ${[...unused].join(', ')}: ${text}`);
  return filled;
}
