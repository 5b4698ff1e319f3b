import { normalizeEmail } from '@atrium/domain/access';

/** Addresses as they are being written. */
export interface WrittenEmails {
  /** In the form they are compared in; what is none stands as it was typed. */
  readonly tokens: readonly string[];
  /** What is being typed behind them. */
  readonly typed: string;
}

export const noEmails: WrittenEmails = { tokens: [], typed: '' };

const between = /[\s,;،؛]+/;

/** What was typed or pasted so far becomes tokens: an address each, however many, each once. */
export function settled({ tokens, typed }: WrittenEmails): WrittenEmails {
  const added = typed
    .split(between)
    .map((text) => addressIn(text))
    .filter((text) => text !== '');
  return { tokens: [...new Set([...tokens, ...added])], typed: '' };
}

/** Another text in the field: what stands before a comma, a space or the end of a line is settled. */
export function typedInto({ tokens }: WrittenEmails, text: string): WrittenEmails {
  const last = text.split(between).at(-1) ?? '';
  if (last === text) return { tokens, typed: text };
  return { ...settled({ tokens, typed: text.slice(0, text.length - last.length) }), typed: last };
}

export const without = ({ tokens, typed }: WrittenEmails, token: string): WrittenEmails => ({
  tokens: tokens.filter((other) => other !== token),
  typed,
});

export const isEmail = (token: string): boolean => normalizeEmail(token) !== null;

/** Every address, with the one that is still being typed. */
export const emailsOf = (written: WrittenEmails): readonly string[] => settled(written).tokens.filter(isEmail);

/** What is written and is no address. */
export const wrongOf = (written: WrittenEmails): readonly string[] =>
  settled(written).tokens.filter((token) => !isEmail(token));

/** `Ann <ann@example.com>`, as mail programs copy it, is her address. */
function addressIn(text: string): string {
  const bare = text.replace(/^["'<(]+|["'>)]+$/g, '');
  return normalizeEmail(bare) ?? bare;
}
