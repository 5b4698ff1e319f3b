/** The alphabet a text message is sent in where it suffices (GSM 03.38); those of the second line count twice. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€\f';

export interface TextLength {
  /** Characters as they are counted. */
  readonly length: number;
  /** How many fit into one message, or into each of several. */
  readonly perMessage: number;
  readonly messages: number;
}

/** How long a text message is: one with a letter outside the alphabet holds 70 characters instead of 160. */
export function textLength(text: string): TextLength {
  const isBasic = [...text].every((letter) => basic.includes(letter) || extended.includes(letter));
  const length = isBasic
    ? [...text].reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = isBasic ? [160, 153] : [70, 67];
  if (length <= alone) return { length, perMessage: alone, messages: length === 0 ? 0 : 1 };
  return { length, perMessage: joined, messages: Math.ceil(length / joined) };
}
