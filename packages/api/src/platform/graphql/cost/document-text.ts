import { failure } from '@atrium/domain/core';
import { Lexer, Source, type Token, TokenKind } from 'graphql';
import { refusal } from './refusal.ts';

/** What the text of a document may hold. */
export interface TextLimits {
  readonly tokens: number;
  /** Brackets within brackets of any kind: parsing goes as deep as they do. */
  readonly nesting: number;
  /** Fragments, written and spread: validation compares each with each. */
  readonly spreads: number;
}

/** What a page asks is under 2000 tokens, six levels, two fragments. */
export const textOfMember: TextLimits = { tokens: 6000, nesting: 40, spreads: 200 };

/** The pages before sign-in ask one thing each. */
export const textOfAnybody: TextLimits = { tokens: 1000, nesting: 20, spreads: 40 };

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

const names: Readonly<Record<keyof TextLimits, string>> = {
  tokens: 'tokens',
  nesting: 'brackets within brackets',
  spreads: 'fragments',
};

/** Refuses a text by its tokens alone, before anything recursive looks at it. Throws what the caller reads. */
export function checkText(text: string, limits: TextLimits): void {
  const lexer = new Lexer(new Source(text));
  const seen = { tokens: 0, nesting: 0, spreads: 0 };
  for (let token = next(lexer); token !== null; token = next(lexer)) {
    seen.tokens += 1;
    if (opening.has(token.kind)) seen.nesting += 1;
    else if (closing.has(token.kind)) seen.nesting -= 1;
    else if (token.kind === TokenKind.SPREAD) seen.spreads += 1;
    for (const [what, name] of Object.entries(names) as [keyof TextLimits, string][])
      if (seen[what] > limits[what])
        throw refusal(failure('BAD_INPUT', `A document holds at most ${limits[what]} ${name}.`));
  }
}

/** null: the text is over, or no token comes next, which parsing will say at the same place. */
function next(lexer: Lexer): Token | null {
  try {
    const token = lexer.advance();
    return token.kind === TokenKind.EOF ? null : token;
  } catch {
    return null;
  }
}
