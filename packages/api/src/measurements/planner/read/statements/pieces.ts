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

/** More stretches of equally long pieces than this are told one by one. */
const maxStretches = 12;

interface Stretch {
  readonly from: Instant;
  readonly width: number;
  /** The place of its first piece. */
  readonly place: number;
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
  const stretches = stretchesOf(edges);
  if (joined !== null && stretches.length <= maxStretches) return joinedPieces(stretches, joined);
  const [first] = stretches;
  if (stretches.length === 1 && first?.width === rowWidth && first.from % rowWidth === 0 && edges.length <= fewPieces)
    return { expression: 'at', params: {}, placeOf: (at) => (Number(at) - first.from) / rowWidth };
  if (stretches.length <= maxStretches)
    return { expression: `toUInt32(${countingOn(stretches)})`, params: paramsOf(stretches), placeOf: Number };
  const places = new Map(edges.map((edge, place) => [edge, place]));
  return {
    expression: 'toFloat64(roundDown(at, {edges:Array(Int64)}))',
    params: { edges: edges.slice(0, -1) },
    placeOf: (edge) => places.get(Number(edge)) as number,
  };
}

function joinedPieces(stretches: readonly Stretch[], { numbers, firsts }: JoinedPieces): Pieces {
  const width = firsts.length <= 2 ** 8 ? 8 : 32;
  return {
    expression: `arrayElement({numbers:Array(UInt${width})}, ${countingOn(stretches)} + 1)`,
    params: { ...paramsOf(stretches), numbers },
    placeOf: (number) => firsts[Number(number)] as number,
  };
}

function stretchesOf(edges: readonly Instant[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (let place = 0; place + 1 < edges.length; place++) {
    const from = edges[place] as Instant;
    const width = (edges[place + 1] as Instant) - from;
    if (stretches.at(-1)?.width !== width) stretches.push({ from, width, place });
  }
  return stretches;
}

function countingOn(stretches: readonly Stretch[]): string {
  const counted = stretches.map(
    (_, index) => `intDiv(at - {from${index}:Int64}, {width${index}:Int64}) + {place${index}:UInt32}`,
  );
  const [only] = counted;
  if (counted.length === 1) return only as string;
  const cases = counted.slice(0, -1).map((count, index) => `at < {from${index + 1}:Int64}, ${count}`);
  return `multiIf(${cases.join(', ')}, ${counted.at(-1)})`;
}

function paramsOf(stretches: readonly Stretch[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    stretches.flatMap(({ from, width, place }, index) => [
      [`from${index}`, from],
      [`width${index}`, width],
      [`place${index}`, place],
    ]),
  );
}
