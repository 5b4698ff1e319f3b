import { Lexer, parse, Source, TokenKind } from 'graphql';
import { maxMemberValues, memberBudget } from '../../../src/platform/graphql/cost/cost-budgets.ts';
import { memberTextLimits } from '../../../src/platform/graphql/cost/cost-plugin.ts';
import type { Sizes } from '../../../src/platform/graphql/cost/declared-cost.ts';
import { estimateCost } from '../../../src/platform/graphql/cost/estimate-cost.ts';
import { maxRequestBytes } from '../../../src/platform/graphql/limits.ts';
import type { Part } from './random-part.ts';

export interface DocumentRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Builds one document of many parts, each under an alias. Parts with the same arguments share their variables. */
export function buildDocument(parts: readonly Part[]): DocumentRequest {
  const givens = [...new Set(parts.map(({ given }) => given))];
  const declared = new Map<string, string>();
  const variables: Record<string, unknown> = {};
  const fields = parts.map(({ operation, given, selection }, index) => {
    const place = givens.indexOf(given);
    const passed = operation.args.flatMap(({ name, type }) => {
      if (given[name] === undefined) return [];
      declared.set(`$${name}${place}`, String(type));
      variables[`${name}${place}`] = given[name];
      return [`${name}: $${name}${place}`];
    });
    return `a${index}: ${operation.name}${inParentheses(passed)} ${selection}`;
  });
  const kind = parts[0]?.operation.kind ?? 'query';
  const heads = [...declared].map(([name, type]) => `${name}: ${type}`);
  return { query: `${kind}${inParentheses(heads)} { ${fields.join('\n')} }`, variables };
}

const inParentheses = (texts: readonly string[]) => (texts.length === 0 ? '' : `(${texts.join(', ')})`);

/** Share that a part takes of each limit. */
export type Shares = readonly number[];

/** Returns null when the part is refused even by itself. */
export function computeShares(part: Part, sizes: Sizes): Shares | null {
  const { schema } = part.operation;
  const { query, variables } = buildDocument([part]);
  const document = parse(query);
  const estimate = estimateCost({ schema, document, variables, sizes });
  if (!estimate.ok) return null;
  const { queries } = part.given;
  const shares = [
    estimate.value.cost / memberBudget(sizes),
    estimate.value.values / maxMemberValues(sizes),
    (Array.isArray(queries) ? queries.length : 1) / 100,
    1 / 60,
    tokensOf(query) / memberTextLimits.tokens,
    JSON.stringify(part.given).length / maxRequestBytes,
  ];
  return shares.every((share) => share <= 1) ? shares : null;
}

function tokensOf(text: string): number {
  const lexer = new Lexer(new Source(text));
  let count = 0;
  while (lexer.advance().kind !== TokenKind.EOF) count += 1;
  return count;
}
