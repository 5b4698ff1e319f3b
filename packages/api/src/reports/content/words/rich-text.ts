/** Marks around what is strong within a sentence of whatever grammar: private characters, so that no text has them. */
const open = '\ue000';
const close = '\ue001';

/** A value that stands out in its sentence. */
export const strong = (text: string): string => `${open}${plain(text)}${close}`;

/** A piece of a sentence. */
export interface Piece {
  readonly text: string;
  readonly isStrong: boolean;
}

/** A sentence in the pieces that differ in weight. */
export function piecesOf(sentence: string): readonly Piece[] {
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

/** A sentence without its marks. */
export const plain = (sentence: string): string => sentence.replace(/[\ue000\ue001]/g, '');

/** Turns the direction of what follows, or ends that. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text from outside as one line, without anything that would turn or break what stands around it. */
export const nameOf = (text: string): string =>
  plain(text)
    .replace(directions, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** Letters that are written from right to left. */
const fromTheRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * A value that stays in one piece whatever runs which way around it. What has no letter says nothing of its direction:
 * numbers run from left to right in every language.
 */
export function isolated(value: string, dir: 'ltr' | 'rtl'): string {
  if (value === '' || (dir === 'ltr' && !fromTheRight.test(value))) return value;
  return `${/\p{L}/u.test(plain(value)) ? '\u2068' : '\u2066'}${value}\u2069`;
}

/** Without what keeps values in one piece: for files whose programs show them as boxes. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');
