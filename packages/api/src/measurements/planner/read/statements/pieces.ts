import type { Instant } from '@atrium/domain/core';

/** Which piece of a time an instant lies in, as SQL. */
export interface Pieces {
  /** Of the column `at`: a whole number, short where the pieces are many and regular. */
  readonly expression: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The place among the edges at which the piece of that number begins; of an instant, which the engine may quote. */
  readonly placeOf: (piece: number | string) => number;
}

/** Pieces that are told as one. */
export interface JoinedPieces {
  /** By piece the number it is told by. */
  readonly numbers: readonly number[];
  /** By number the first piece that is told by it, which stands for the others. */
  readonly firsts: readonly number[];
}

/** A time cut more irregularly than into so many laps is told piece by piece. */
const maxLaps = 12;

/** A time whose pieces are counted on: an instant lies in that of number (`at` + `shift`) ÷ `width`, rounded down. */
interface Lap {
  readonly from: Instant;
  readonly width: number;
  readonly shift: number;
}

/** Pieces beyond which their numbers are told rather than their instants, which are three times as long as text. */
const fewPieces = 100;

/**
 * Cuts time at edges (ascending, at least two); only instants from the first up to the last are asked about. Where all
 * rows stand at multiples of `rowWidth` (ms) and pieces are as wide, each row's instant is its piece: the engine plans a
 * grouping by a column quicker than one by what is computed of it. Pieces that are `joined` have one number, that of the
 * first of them.
 */
export function piecesOf(
  edges: readonly Instant[],
  rowWidth: number | null = null,
  joined: JoinedPieces | null = null,
): Pieces {
  const laps = lapsOf(edges);
  if (laps === null) return eachPiece(edges);
  const { expression, params } = countingOn(laps);
  if (joined !== null) return joinedPieces(expression, params, joined);
  const [first] = laps;
  if (laps.length === 1 && first?.width === rowWidth && first.from % rowWidth === 0 && edges.length <= fewPieces)
    return { expression: 'at', params: {}, placeOf: (at) => (Number(at) - first.from) / rowWidth };
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

function joinedPieces(place: string, params: Pieces['params'], { numbers, firsts }: JoinedPieces): Pieces {
  const width = firsts.length <= 2 ** 8 ? 8 : 32;
  return {
    expression: `arrayElement({numbers:Array(UInt${width})}, ${place} + 1)`,
    params: { ...params, numbers },
    placeOf: (number) => firsts[Number(number)] as number,
  };
}

/** Null where they would be too many. */
function lapsOf(edges: readonly Instant[]): readonly Lap[] | null {
  const runs = runsOf(edges);
  const even = runs.length === 1 ? runs : evenLaps(edges, runs);
  const laps = even !== null && even.length <= maxLaps ? even : runs;
  return laps.length <= maxLaps ? laps : null;
}

/** Pieces of one width after another: a lap each. */
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
 * Laps of one width, though some pieces are shorter or up to twice as long, as the days on which clocks are set: to divide
 * once takes the engine less than to choose by what. Null where others are longer.
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
    // What a piece has beyond the width is still its own.
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

/** The number of the piece that `at` lies in. */
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

/** What is said of each lap, where `at` lies in it. */
function byLap(said: readonly string[]): string {
  if (said.length === 1) return said[0] as string;
  const cases = said.slice(0, -1).map((one, index) => `at < {from${index + 1}:Int64}, ${one}`);
  return `multiIf(${cases.join(', ')}, ${said.at(-1)})`;
}
