import type { Span } from '../../core/index.ts';

/** Which number of a page is meant: its name, and the stretches of time where it is a point of a course or a mean. */
export interface NumberKey {
  readonly name: string;
  /** None where it stands for all the time that is shown; several where it is their mean. */
  readonly spans: readonly Span[];
}

/** More would be no address that anybody can send. */
export const mostSpans = 60;

/** `entries`, `12/0/all@1763636400000-1763638200000`: the part of an address that says which number is explained. */
export function writeNumberKey({ name, spans }: NumberKey): string {
  const written = spans.map(({ from, to }) => `${from}-${to}`).join('+');
  return written === '' ? encodeURIComponent(name) : `${encodeURIComponent(name)}@${written}`;
}

/** Null for what is no such part; addresses are typed and cut by people. */
export function readNumberKey(text: string): NumberKey | null {
  const found = /^([^@]{1,200})(?:@(\d{1,15}-\d{1,15}(?:\+\d{1,15}-\d{1,15})*))?$/.exec(text);
  if (!found?.[1]) return null;
  const spans = (found[2]?.split('+') ?? []).map((each) => {
    const [from = 0, to = 0] = each.split('-').map(Number);
    return { from, to };
  });
  if (spans.length > mostSpans || spans.some(({ from, to }) => from >= to)) return null;
  try {
    return { name: decodeURIComponent(found[1]), spans };
  } catch {
    return null;
  }
}
