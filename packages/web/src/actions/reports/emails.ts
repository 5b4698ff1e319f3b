import { normalizeEmail } from '@atrium/domain/people/access';

/** Addresses being edited. */
export interface WrittenEmails {
  /** Normalized addresses; invalid ones as typed. */
  readonly tokens: readonly string[];
  /** Text after the last token. */
  readonly typed: string;
}

export const noEmails: WrittenEmails = { tokens: [], typed: '' };

const between = /[\s,;،؛]+/;

/** Converts the typed or pasted text to tokens, without duplicates. */
export function commitTyped({ tokens, typed }: WrittenEmails): WrittenEmails {
  const added = typed
    .split(between)
    .map((text) => extractAddress(text))
    .filter((text) => text !== '');
  return { tokens: [...new Set([...tokens, ...added])], typed: '' };
}

/** Sets the text of the field. Converts everything before a comma, a space or a line end to tokens. */
export function setTyped({ tokens }: WrittenEmails, text: string): WrittenEmails {
  const last = text.split(between).at(-1) ?? '';
  if (last === text) return { tokens, typed: text };
  return { ...commitTyped({ tokens, typed: text.slice(0, text.length - last.length) }), typed: last };
}

export const removeToken = ({ tokens, typed }: WrittenEmails, token: string): WrittenEmails => ({
  tokens: tokens.filter((other) => other !== token),
  typed,
});

export const isEmail = (token: string): boolean => normalizeEmail(token) !== null;

/** Returns all valid addresses, including the one being typed. */
export const getValidEmails = (written: WrittenEmails): readonly string[] =>
  commitTyped(written).tokens.filter(isEmail);

/** Returns the invalid entries. */
export const getInvalidEntries = (written: WrittenEmails): readonly string[] =>
  commitTyped(written).tokens.filter((token) => !isEmail(token));

/** Extracts the address from `Ann <ann@example.com>`, as copied from mail programs. */
function extractAddress(text: string): string {
  const bare = text.replace(/^["'<(]+|["'>)]+$/g, '');
  return normalizeEmail(bare) ?? bare;
}
