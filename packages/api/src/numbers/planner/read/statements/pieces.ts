import type { Instant } from '@atrium/domain/core';

/** SQL expression for the piece of a time that an instant lies in. */
export interface Pieces {
  /** Expression of the column `at`: an integer, small when the pieces are many and regular. */
  readonly expression: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Position among the edges of a piece number. The number may be an instant, which the engine may quote. */
  readonly placeOf: (piece: number | string) => number;
}

/** Maximum laps. A less regular time is addressed piece by piece. */
const maxLaps = 12;

/** Range of equally wide pieces: an instant lies in piece (`at` + `shift`) ÷ `width`, rounded down. */
interface Lap {
  readonly from: Instant;
  readonly width: number;
  readonly shift: number;
}

/**
 * Maps instants to pieces between edges (ascending, at least two), for instants from the first edge up to the last.
 */
export function buildPieces(edges: readonly Instant[]): Pieces {
  const laps = buildLaps(edges);
  if (laps === null) return eachPiece(edges);
  const { expression, params } = countingOn(laps);
  return { expression: `toUInt32(${expression})`, params, placeOf: Number };
}

function eachPiece(edges: readonly Instant[]): Pieces {
  const places = new Map(edges.map((edge, place) => [edge, place]));
  return {
    expression: 'toFloat64(roundDown(at, {edges:Array(Int64)}))',
    params: { edges: edges.slice(0, -1) },
    placeOf: (edge) => places.get(Number(edge)) as number,
  };
}

/** Returns null when there would be too many. */
function buildLaps(edges: readonly Instant[]): readonly Lap[] | null {
  const runs = runsOf(edges);
  const even = runs.length === 1 ? runs : evenLaps(edges, runs);
  const laps = even !== null && even.length <= maxLaps ? even : runs;
  return laps.length <= maxLaps ? laps : null;
}

/** Splits the edges into runs of pieces of equal width, one lap each. */
function runsOf(edges: readonly Instant[]): Lap[] {
  const runs: Lap[] = [];
  for (let place = 0; place + 1 < edges.length; place++) {
    const from = edges[place] as Instant;
    const width = (edges[place + 1] as Instant) - from;
    if (runs.at(-1)?.width !== width) runs.push({ from, width, shift: place * width - from });
  }
  return runs;
}

/**
 * Returns laps of one width even if some pieces are shorter or up to twice as long, as on days of a clock change. One
 * division is faster than a choice of divisors. Null if others are longer.
 */
function evenLaps(edges: readonly Instant[], runs: readonly Lap[]): Lap[] | null {
  const width = widthOfMost(edges, runs);
  const laps: Lap[] = [];
  const goOn = (from: Instant, shift: number) => {
    if (laps.at(-1)?.shift !== shift) laps.push({ from, width, shift });
  };
  for (let place = 0; place + 1 < edges.length; place++) {
    const [from, to] = [edges[place] as Instant, edges[place + 1] as Instant];
    if (to - from > 2 * width) return null;
    goOn(from, place * width - from);
    // The remainder beyond the width still belongs to the piece.
    if (to - from > width) goOn(from + width, (place + 1) * width - to);
  }
  return laps;
}

function widthOfMost(edges: readonly Instant[], runs: readonly Lap[]): number {
  const times = runs.map(({ from, width }, index) => {
    const end = runs[index + 1]?.from ?? (edges.at(-1) as Instant);
    return { width, pieces: (end - from) / width };
  });
  return times.reduce((most, one) => (one.pieces > most.pieces ? one : most)).width;
}

/** Returns the expression of the piece number of `at`. */
function countingOn(laps: readonly Lap[]): Pick<Pieces, 'expression' | 'params'> {
  const isEven = laps.every(({ width }) => width === laps[0]?.width);
  const named = (name: string, index: number) => `{${name}${index}:Int64}`;
  const expression = isEven
    ? `intDiv(at + ${byLap(laps.map((_, index) => named('shift', index)))}, {width0:Int64})`
    : byLap(laps.map((_, index) => `intDiv(at + ${named('shift', index)}, ${named('width', index)})`));
  const params = laps.flatMap(({ from, width, shift }, index) => [
    ...(index === 0 ? [] : [[`from${index}`, from]]),
    ...(index === 0 || !isEven ? [[`width${index}`, width]] : []),
    [`shift${index}`, shift],
  ]);
  return { expression, params: Object.fromEntries(params) };
}

/** Selects the expression of the lap that contains `at`. */
function byLap(said: readonly string[]): string {
  if (said.length === 1) return said[0] as string;
  const cases = said.slice(0, -1).map((one, index) => `at < {from${index + 1}:Int64}, ${one}`);
  return `multiIf(${cases.join(', ')}, ${said.at(-1)})`;
}
