import { formatNumber } from '@atrium/domain/core/format';
import { formatSize } from '@atrium/domain/files';
import type { Messages } from './en.ts';
import { findLanguage, type Language, languages } from './languages.ts';

/** Texts and formats for templates in one language. */
export interface Speech {
  readonly language: Language;
  /** BCP 47, for numbers and dates. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** Returns a text with its values. Throws for a missing or extra value. */
  say(id: keyof Messages, values?: Readonly<Record<string, string>>): string;
  /** Returns whether that text exists. */
  has(id: string): id is keyof Messages;
  /** Formats e.g. `10 minutes`, in the right plural form. */
  amount(count: number, unit: 'minute' | 'day'): string;
  /** Formats with that number of decimals in Latin digits, e.g. `1,285` or `21.5`. */
  number(value: number, decimals: number): string;
  /** Formats the size of a file, e.g. `74 kB`. */
  size(bytes: number): string;
  /** Formats a moment in the time zone, e.g. `21 November 2026 at 09:30 CET`. */
  moment(at: number, timezone: string): string;
}

/** Returns the speech for a reader's profile language. */
export const getSpeech = (language: string): Speech => createSpeech(findLanguage(language));

export function createSpeech(language: Language): Speech {
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
