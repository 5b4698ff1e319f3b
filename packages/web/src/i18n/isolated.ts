import { languages } from './languages.ts';

/** Isolates a text's direction from the text around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

const rightToLeft: ReadonlySet<string> = new Set(
  Object.values(languages).flatMap(({ locale, dir }) => (dir === 'rtl' ? [locale] : [])),
);

/** Isolates a number with its unit, or a fraction, in right-to-left languages, so that it keeps its order. */
export const isolatedNumber = (text: string, locale: string): string =>
  rightToLeft.has(locale) ? isolated(text) : text;

/** Formats `North door → Hall` in the page's direction, for names in any script. */
export function fromTo(from: string, to: string): string {
  return `${isolated(from)} ${document.documentElement.dir === 'rtl' ? '←' : '→'} ${isolated(to)}`;
}
