import { languages } from './languages.ts';

/** A text within another one, or in a drawing: it keeps its own direction, whatever stands around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

const rightToLeft: ReadonlySet<string> = new Set(
  Object.values(languages).flatMap(({ locale, dir }) => (dir === 'rtl' ? [locale] : [])),
);

/** A number with its unit, or a fraction, in a text of a language: from right to left it keeps its own order. */
export const isolatedNumber = (text: string, locale: string): string =>
  rightToLeft.has(locale) ? isolated(text) : text;

/** `North door → Hall`: from one thing to another, in the direction in which the page is read, whatever their script. */
export function fromTo(from: string, to: string): string {
  return `${isolated(from)} ${document.documentElement.dir === 'rtl' ? '←' : '→'} ${isolated(to)}`;
}
