import type { Instant, OrganizationId, Span } from '@atrium/domain/core';

/** Readings a statement reads: a rectangle of the table, in its primary key order. */
export interface ReadingsOf {
  readonly organizationId: OrganizationId;
  readonly installations: readonly number[];
  readonly metrics: readonly string[];
  readonly devices: readonly number[];
  readonly from: Instant;
  readonly to: Instant;
}

/** Same, at any time. */
export type ReadingsSelection = Omit<ReadingsOf, 'from' | 'to'>;

export const sentCondition = `organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}
    AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}`;

export function sentParams({
  organizationId,
  installations,
  metrics,
  devices,
}: ReadingsSelection): Readonly<Record<string, unknown>> {
  return { organization: organizationId, installations, metrics, devices };
}

/** SQL condition of the rectangle; `readingsParams` binds its values. */
export const readingsCondition = `${sentCondition}
    AND at >= {from:Int64} AND at < {to:Int64}`;

export function readingsParams(readings: ReadingsOf): Readonly<Record<string, unknown>> {
  return { ...sentParams(readings), from: readings.from, to: readings.to };
}

/** End of a reading (ms): it covers the time from `at` to there. */
const end = 'at + toInt64(interval) * 1000';

/** Readings as stored. Correct when no device sends alternatives of the same count (see `totalReadings`). */
export const plainReadings = `
  SELECT device, metric, at, value AS total
  FROM readings FINAL
  WHERE ${readingsCondition}`;

/** Same, with the end of each reading (`ends`). */
export const plainReadingsWithEnds = plainReadings.replace('AS total', `AS total, ${end} AS ends`);

/**
 * Totals per device, metric and instant. A device may send a total and splits by gender for the same interval: those
 * are alternatives. The coarsest counts, i.e. the one with the fewest descriptors (ties by name). `withEnds` adds its
 * end.
 */
export const totalReadings = (amount = 'value', withEnds = false) => `
  SELECT device, metric, at, argMin(part, (coarseness, keys)) AS total${withEnds ? ', argMin(latest, (coarseness, keys)) AS ends' : ''}
  FROM (
    SELECT device, metric, at,
      replaceRegexpAll(descriptors, '=[^;]*', '') AS keys,
      if(keys = '', 0, countSubstrings(keys, ';') + 1) AS coarseness,
      sum(${amount}) AS part${withEnds ? `, max(${end}) AS latest` : ''}
    FROM readings FINAL
    WHERE ${readingsCondition}
    GROUP BY device, metric, at, keys
  )
  GROUP BY device, metric, at`;

/** Rank of a reading among the alternatives of its instant, the lowest counts, and its values of `{splits}`. */
export const splitColumns = `
        replaceRegexpAll(descriptors, '=[^;]*', '') AS keys,
        hasAll(splitByChar(';', keys), {splits:Array(String)}) AS carries,
        (1 - carries, if(keys = '', 0, countSubstrings(keys, ';') + 1), keys) AS rank,
        if(carries, arrayStringConcat(arrayMap(
          key -> substring(arrayFirst(pair -> startsWith(pair, concat(key, '=')), splitByChar(';', toString(descriptors))), length(key) + 2),
          {splits:Array(String)}), ';'), '') AS split`;

/**
 * Same, split by descriptors. The coarsest alternative of each instant that carries all of `{splits}` counts, per
 * combination of values (joined by `;` in the order of `{splits}`). Unsplit values have the combination ''.
 */
export const splitReadings = (amount = 'value') => `
  SELECT device, metric, at, split, total
  FROM (
    SELECT device, metric, at, split, total, rank, min(rank) OVER (PARTITION BY device, metric, at) AS best
    FROM (
      SELECT device, metric, at,${splitColumns},
        sum(${amount}) AS total
      FROM readings FINAL
      WHERE ${readingsCondition}
      GROUP BY device, metric, at, descriptors
    )
  )
  WHERE rank = best`;

/** Condition on a time, with its parameters. */
export interface TimePart {
  readonly condition: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Above this many, ranges are listed. */
const maxRanges = 40;

/**
 * Returns the condition of spans (at least one, disjoint, ascending) on a column; parameter names begin with `name`.
 */
export function buildRangesPart(name: string, spans: readonly Span[], column = 'at'): TimePart {
  const params: Record<string, unknown> = {};
  if (spans.length > maxRanges) {
    const lists = { [`${name}Begins`]: spans.map((span) => span.from), [`${name}Ends`]: spans.map((span) => span.to) };
    const place = `indexOf({${name}Begins:Array(Int64)}, roundDown(${column}, {${name}Begins:Array(Int64)}))`;
    return {
      condition: `${column} >= {${name}From:Int64} AND ${column} < {${name}To:Int64} AND ${column} < {${name}Ends:Array(Int64)}[${place}]`,
      params: { ...lists, [`${name}From`]: spans[0]?.from, [`${name}To`]: spans.at(-1)?.to },
    };
  }
  const conditions = spans.map((span, index) => {
    params[`${name}From${index}`] = span.from;
    params[`${name}To${index}`] = span.to;
    return `(${column} >= {${name}From${index}:Int64} AND ${column} < {${name}To${index}:Int64})`;
  });
  return { condition: `(${conditions.join(' OR ')})`, params };
}
