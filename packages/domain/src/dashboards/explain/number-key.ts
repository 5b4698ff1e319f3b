import type { Span } from '../../core/index.ts';

/** Which number of a page is meant: its name, and the stretch of time where it is a point of a course. */
export interface NumberKey {
  readonly name: string;
  readonly span: Span | null;
}

/** `entries`, `12/0/all@1763636400000-1763638200000`: the part of an address that says which number is explained. */
export function writeNumberKey({ name, span }: NumberKey): string {
  return span === null ? encodeURIComponent(name) : `${encodeURIComponent(name)}@${span.from}-${span.to}`;
}

/** Null for what is no such part; addresses are typed and cut by people. */
export function readNumberKey(text: string): NumberKey | null {
  const found = /^([^@]{1,200})(?:@(\d{1,15})-(\d{1,15}))?$/.exec(text);
  if (!found?.[1]) return null;
  const [from, to] = [Number(found[2]), Number(found[3])];
  if (found[2] !== undefined && !(from < to)) return null;
  try {
    return { name: decodeURIComponent(found[1]), span: found[2] === undefined ? null : { from, to } };
  } catch {
    return null;
  }
}
