/** The GSM 03.38 alphabet of text messages; `extended` characters count twice. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€\f';

export interface TextLength {
  /** Length in characters as counted by GSM. */
  readonly length: number;
  /** Capacity of a single message, or of each part of a long one. */
  readonly perMessage: number;
  readonly messages: number;
}

/**
 * Returns the length of a text message. With a letter outside the alphabet, a message has 70 characters instead of 160.
 */
export function measureText(text: string): TextLength {
  const isBasic = [...text].every((letter) => basic.includes(letter) || extended.includes(letter));
  const length = isBasic
    ? [...text].reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0)
    : text.length;
  const [alone, joined] = isBasic ? [160, 153] : [70, 67];
  if (length <= alone) return { length, perMessage: alone, messages: length === 0 ? 0 : 1 };
  return { length, perMessage: joined, messages: Math.ceil(length / joined) };
}

/** Placeholders of a message, written as `{name}`. */
export const messageTokens = ['alert', 'site', 'zone', 'value', 'limit', 'since'] as const;

export type MessageToken = (typeof messageTokens)[number];

/** Splits a message into text and placeholders. Other braces stay as they are. */
export function splitMessage(template: string): readonly (string | { readonly token: MessageToken })[] {
  return template.split(/\{(\w+)\}/).flatMap((part, index) => {
    if (index % 2 === 0) return part === '' ? [] : [part];
    return [isToken(part) ? { token: part } : `{${part}}`];
  });
}

/** Replaces all placeholders of a message. */
export function fillMessage(template: string, values: Readonly<Record<MessageToken, string>>): string {
  return splitMessage(template)
    .map((part) => (typeof part === 'string' ? part : values[part.token]))
    .join('');
}

const isToken = (name: string | undefined): name is MessageToken =>
  (messageTokens as readonly (string | undefined)[]).includes(name);
