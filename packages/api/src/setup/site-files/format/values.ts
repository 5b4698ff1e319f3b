import { isCountry, isLocalDate, isTimezone, type LocalDate, type LocalTime, parseInstant } from '@atrium/domain/core';
import { normalizeEmail } from '@atrium/domain/people/access';
import { type Reader, scalar } from './readers.ts';

const string = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const matching = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? value : null;

export const text: Reader<string> = scalar('a text of at most 200 characters', (value) => {
  const trimmed = string(value)?.trim() ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  return trimmed !== '' && trimmed.length <= 200 && !/[\u0000-\u001f\u007f]/.test(trimmed) ? trimmed : null;
});

/** Keys appear in problem messages and on command lines, so their characters are limited. */
export const key: Reader<string> = scalar(
  'a key of letters, digits, ".", "_" and "-" (at most 80, not "outside")',
  (value) => (value === 'outside' ? null : matching(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,79}$/u)(value)),
);

/** Normalized as browsers write it: no path, no default port, lower case. */
export const origin: Reader<string> = scalar('an origin like https://maps.example', (value) => {
  const written = string(value) ?? '';
  const parsed = /^https?:\/\//i.test(written) && URL.canParse(written) ? new URL(written) : null;
  const isBare = parsed !== null && parsed.href === `${parsed.origin}/` && !/[?#]/.test(written);
  return isBare ? parsed.origin : null;
});

export const flag: Reader<boolean> = scalar('true or false', (value) => (typeof value === 'boolean' ? value : null));

export const whole = (expected: string, least: number, most: number): Reader<number> =>
  scalar(expected, (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most ? (value as number) : null,
  );

export const number = (expected: string, least: number, most: number): Reader<number> =>
  scalar(expected, (value) => (typeof value === 'number' && value >= least && value <= most ? value : null));

export const choice = <const Options extends readonly string[]>(options: Options): Reader<Options[number]> =>
  scalar(`one of ${options.join(', ')}`, (value) =>
    options.includes(value as string) ? (value as Options[number]) : null,
  );

export const date: Reader<LocalDate> = scalar('a date like 2026-03-29', (value) => {
  const found = matching(/^\d{4}-\d{2}-\d{2}$/)(value);
  return found !== null && isLocalDate(found) ? found : null;
});

/** A date (its local midnight) or an instant with its offset. Stays text until the site's time zone is known. */
export const moment: Reader<string> = scalar(
  'a date like 2026-03-29 or an instant with its offset like 2026-03-29T03:05:00+02:00',
  (value) => {
    const found = matching(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/)(value);
    if (found === null || !isLocalDate(found.slice(0, 10))) return null;
    return found.length === 10 || parseInstant(found).ok ? found : null;
  },
);

export const time: Reader<LocalTime> = scalar(
  'a time like 04:30, between 00:00 and 23:59',
  matching(/^([01]\d|2[0-3]):[0-5]\d$/),
);

export const timezone: Reader<string> = scalar('a timezone of the IANA list, like Europe/Zurich', (value) => {
  if (typeof value !== 'string' || !isTimezone(value)) return null;
  const resolved = new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  return resolved.toLowerCase() === value.toLowerCase() ? resolved : value;
});

export const country: Reader<string> = scalar('a country as two capital letters (ISO 3166), like CH', (value) =>
  typeof value === 'string' && isCountry(value) ? value : null,
);

const currencies = new Set(Intl.supportedValuesOf('currency'));
export const currency: Reader<string> = scalar('a currency as three capital letters (ISO 4217), like CHF', (value) =>
  currencies.has(value as string) ? (value as string) : null,
);

export const colour: Reader<string> = scalar(
  'a colour like #1f6feb',
  (value) => matching(/^#[0-9a-fA-F]{6}$/)(value)?.toLowerCase() ?? null,
);

export const email: Reader<string> = scalar('an email address', (value) =>
  typeof value === 'string' ? normalizeEmail(value) : null,
);
