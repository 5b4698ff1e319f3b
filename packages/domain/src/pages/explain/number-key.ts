import type { Span } from '../../core/index.ts';

/** Identifies a number of a page: its name, and its spans if it is one step of a time series or a mean. */
export interface NumberKey {
  readonly name: string;
  /** Empty for the whole shown period; several for a mean over them. */
  readonly spans: readonly Span[];
}

/** More would make the URL too long to share. */
export const maxSpans = 60;

/** Formats a key for the URL: `entries` or `12/0/all@1763636400000-1763638200000`. */
export function formatNumberKey({ name, spans }: NumberKey): string {
  const written = spans.map(({ from, to }) => `${from}-${to}`).join('+');
  return written === '' ? encodeURIComponent(name) : `${encodeURIComponent(name)}@${written}`;
}

/** Parses a key; null if invalid, because users edit and truncate URLs. */
export function parseNumberKey(text: string): NumberKey | null {
  const found = /^([^@]{1,200})(?:@(\d{1,15}-\d{1,15}(?:\+\d{1,15}-\d{1,15})*))?$/.exec(text);
  if (!found?.[1]) return null;
  const spans = (found[2]?.split('+') ?? []).map((each) => {
    const [from = 0, to = 0] = each.split('-').map(Number);
    return { from, to };
  });
  if (spans.length > maxSpans || spans.some(({ from, to }) => from >= to)) return null;
  try {
    return { name: decodeURIComponent(found[1]), spans };
  } catch {
    return null;
  }
}
