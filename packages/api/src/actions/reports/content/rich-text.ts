/** Marks around bold parts of a sentence. Private-use characters, so that no text contains them. */
const open = '\ue000';
const close = '\ue001';

/** Marks a value as bold in its sentence. */
export const markStrong = (text: string): string => `${open}${removeMarks(text)}${close}`;

/** Part of a sentence. */
export interface TextPart {
  readonly text: string;
  readonly isStrong: boolean;
}

/** Splits a sentence into bold and regular parts. */
export function splitParts(sentence: string): readonly TextPart[] {
  return sentence
    .split(open)
    .flatMap((part, index) => {
      const [first = '', rest = ''] = index === 0 ? ['', part] : part.split(close);
      return [
        { text: first, isStrong: true },
        { text: rest, isStrong: false },
      ];
    })
    .filter(({ text }) => text !== '');
}

/** Removes the bold marks of a sentence. */
export const removeMarks = (sentence: string): string => sentence.replace(/[\ue000\ue001]/g, '');

/** Unicode controls of text direction. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Cleans external text: one line, without direction controls or bold marks. */
export const cleanName = (text: string): string =>
  removeMarks(text)
    .replace(directions, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** Whether a text has letters, and so a direction of its own. */
export const hasWords = (text: string): boolean => /\p{L}/u.test(removeMarks(text));

/** Right-to-left scripts. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Isolates a value from the direction of the text around it. A value without letters has no direction: numbers run from
 * left to right in every language.
 */
export function isolate(value: string, dir: 'ltr' | 'rtl'): string {
  if (value === '' || (dir === 'ltr' && !rightToLeft.test(value))) return value;
  return `${hasWords(value) ? '\u2068' : '\u2066'}${value}\u2069`;
}

/** Removes isolates, for files whose viewers show them as boxes. */
export const removeIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');
