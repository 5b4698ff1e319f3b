import { failure } from '@atrium/domain/core';
import { Lexer, Source, type Token, TokenKind } from 'graphql';
import { buildRefusal } from './refusal.ts';

/** Limits on the text of a document. */
export interface TextLimits {
  readonly tokens: number;
  /** Maximum depth of nested brackets of any kind, which is also the depth of the parser's recursion. */
  readonly nesting: number;
  /** Maximum number of fragment definitions and spreads: validation compares each with each. */
  readonly spreads: number;
}

/** The product's pages need fewer than 2000 tokens, six levels and two fragments. */
export const memberTextLimits: TextLimits = { tokens: 6000, nesting: 40, spreads: 200 };

/** Pages before sign-in request one thing each. */
export const anonymousTextLimits: TextLimits = { tokens: 1000, nesting: 20, spreads: 40 };

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

const names: Readonly<Record<keyof TextLimits, string>> = {
  tokens: 'tokens',
  nesting: 'brackets within brackets',
  spreads: 'fragments',
};

/** Checks a text by its tokens only, before any recursive code sees it. Throws the error for the caller. */
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
        throw buildRefusal(failure('BAD_INPUT', `A document holds at most ${limits[what]} ${name}.`));
  }
}

/** Returns null at the end of the text, or at an invalid token, which the parser reports later. */
function next(lexer: Lexer): Token | null {
  try {
    const token = lexer.advance();
    return token.kind === TokenKind.EOF ? null : token;
  } catch {
    return null;
  }
}
