import type { Instant } from '@atrium/domain/core';
import type { TimedScan } from './merge-scans.ts';
import type { JoinedPieces } from './statements/pieces.ts';

/** Returns the pieces that all asks allow to merge, for time cut at `edges`. Null when that saves hardly anything. */
export async function mergePieces(asks: readonly TimedScan[], edges: readonly Instant[]): Promise<JoinedPieces | null> {
  const all = await Promise.all(asks.map(({ want }) => want.together?.() ?? null));
  const groups = all.filter((one) => one !== null);
  const [first] = groups;
  if (first === undefined || groups.length < asks.length) return null;
  if (groups.some(({ among, of }) => among !== edges || of !== first.of)) return null;
  const { numbers, firsts } = numbered(first.of, (piece) => groups.every(({ isSure }) => isSure[piece] === 1));
  return 2 * firsts.length > numbers.length ? null : { numbers, firsts };
}

function numbered(of: Int32Array, isSure: (piece: number) => boolean): JoinedPieces {
  const numbers: number[] = [];
  const firsts: number[] = [];
  const numberOf = new Map<number, number>();
  for (let piece = 0; piece < of.length; piece++) {
    const group = of[piece] as number;
    const joins = group < 0 || isSure(piece);
    const number = (joins ? numberOf.get(group) : undefined) ?? firsts.length;
    if (joins) numberOf.set(group, number);
    if (number === firsts.length) firsts.push(piece);
    numbers.push(number);
  }
  return { numbers, firsts };
}
