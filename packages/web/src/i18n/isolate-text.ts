import { languages } from './languages.ts';

/** Isolates a text's direction from the text around it. */
export const isolateText = (text: string): string => `\u2068${text}\u2069`;

const rightToLeft: ReadonlySet<string> = new Set(
  Object.values(languages).flatMap(({ locale, dir }) => (dir === 'rtl' ? [locale] : [])),
);

/** Isolates a number with its unit, or a fraction, in right-to-left languages, so that it keeps its order. */
export const isolateNumber = (text: string, locale: string): string =>
  rightToLeft.has(locale) ? isolateText(text) : text;

/** Formats `North door → Hall` in the page's direction, for names in any script. */
export function formatFromTo(from: string, to: string): string {
  return `${isolateText(from)} ${document.documentElement.dir === 'rtl' ? '←' : '→'} ${isolateText(to)}`;
}
