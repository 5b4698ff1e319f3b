import type { LocalDate } from '@atrium/domain/core';
import { formatLocalDate, parseLocalDate } from '@atrium/domain/core/format';
import { type DayRange, getLastDay, parseRanges, type RangeProblem, type RangeRow } from '@atrium/domain/numbers';

/** A range as typed in its two fields, in the user's date pattern. Both days are inclusive. */
export interface TypedRange {
  readonly first: string;
  readonly last: string;
}

export const rangeEnds = ['first', 'last'] as const;

export const emptyRange: TypedRange = { first: '', last: '' };

/** `unreadable`: the field holds no date in the user's pattern. */
export interface TypedProblem extends Omit<RangeProblem, 'kind'> {
  readonly kind: RangeProblem['kind'] | 'unreadable';
}

interface Bounds {
  readonly first: LocalDate;
  readonly last: LocalDate;
}

export const toTypedRange = (range: DayRange, pattern: string): TypedRange => ({
  first: formatLocalDate(range.from, pattern),
  last: formatLocalDate(getLastDay(range), pattern),
});

export const toRangeRow = ({ first, last }: TypedRange, pattern: string): RangeRow => ({
  first: parseLocalDate(first, pattern),
  last: parseLocalDate(last, pattern),
});

/** Parses the fields. Returns the ranges or the first problem; unreadable fields come first. */
export function parseTypedRanges(
  typed: readonly TypedRange[],
  pattern: string,
  bounds: Bounds,
): { readonly ranges: readonly DayRange[] } | { readonly problem: TypedProblem } {
  const rows = typed.map((row) => toRangeRow(row, pattern));
  for (const [row, range] of typed.entries())
    for (const field of rangeEnds)
      if (range[field].trim() !== '' && rows[row]?.[field] === null)
        return { problem: { row, field, kind: 'unreadable' } };
  const read = parseRanges(rows, bounds);
  return read.ok ? { ranges: read.value } : { problem: read.error };
}

/** Returns the first problem while the user is typing. Empty fields are not a problem yet. */
export function findTypingProblem(typed: readonly TypedRange[], pattern: string, bounds: Bounds): TypedProblem | null {
  // Checks a single day against the bounds, before the other day is typed.
  const judged = typed.map(({ first, last }) => ({ first: first.trim() || last, last: last.trim() || first }));
  const places = judged.flatMap(({ first }, row) => (first.trim() === '' ? [] : [row]));
  const read = parseTypedRanges(
    places.map((row) => judged[row] ?? emptyRange),
    pattern,
    bounds,
  );
  if (!('problem' in read)) return null;
  const row = places[read.problem.row] ?? 0;
  const { field } = read.problem;
  const isTyped = typed[row]?.[field].trim() !== '';
  return { ...read.problem, row, field: isTyped ? field : field === 'first' ? 'last' : 'first' };
}
