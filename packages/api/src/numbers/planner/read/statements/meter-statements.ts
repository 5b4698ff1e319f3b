import type { Instant } from '@atrium/domain/core';
import type { Device } from '@atrium/domain/sites';
import type { Statement } from '../../../../platform/analytics-store.ts';
import { dayMs } from '../../../rollups/dirty-days.ts';
import { amountCondition } from '../../../rollups/roll-up.store.ts';
import type { WholeDayPlan } from '../plan-days.ts';
import { rowsParams, rowsWhere } from './day-rows.ts';
import { buildRangesPart, type ReadingsSelection } from './readings-of.ts';

/** Meter properties: it wraps at `rollover` (0: never), and samples further apart than `gap` (ms) are a gap. */
export interface MeterInterval {
  readonly device: number;
  readonly rollover: number;
  readonly gap: number;
}

/** Twice its own interval without a sample is a gap. */
export function toMeterInterval({ id, interval, meter }: Pick<Device, 'id' | 'interval' | 'meter'>): MeterInterval {
  return { device: id, rollover: meter?.rollover ?? 0, gap: 2 * interval * 1000 };
}

/** Samples of a register on one UTC day, ascending; or amounts of intervals that begin on it. */
export interface RegisterDayRow {
  readonly device: number;
  readonly metric: string;
  readonly descriptors: string;
  readonly day: number;
  readonly times: readonly Instant[];
  readonly values: readonly number[];
  /** Milliseconds of each amount; empty for a register. */
  readonly lengths: readonly number[];
}

/** Whole UTC days of registers, and the source of each. `days.cut` is empty. */
export interface RegisterDays {
  readonly readings: ReadingsSelection;
  readonly days: WholeDayPlan;
}

/** Edges beside which samples matter, and days whose samples all do. */
export interface RegisterCuts {
  readonly edges: readonly Instant[];
  readonly wholeDays: readonly number[];
}

/** Which days to read: all, or the first or last ones on which the register changed. */
export type RegisterDaySelection = 'all' | 'firstChanges' | 'lastChanges';

/** Days with changes read of each register; a register that falls is decided within far fewer. */
const maxChangedDays = 40;

const register = 'device, metric, toString(descriptors) AS register';

/**
 * Reads the samples of registers that a count needs: the first and last of each day, those beside each edge, and all of
 * the days on which a register falls, first rises after a pause, or follows such a day or a gap, or on which amounts
 * begin or may end, since the register counts between those. What the samples in between rise lies between their
 * neighbors, so counting without them gives the same result. Amounts that follow each other are joined, unless an edge
 * cuts one or another amount overlaps one.
 */
export function registerStatement(
  { readings, days }: RegisterDays,
  { edges, wholeDays }: RegisterCuts,
  selection: RegisterDaySelection,
): Statement {
  const params: Record<string, unknown> = { ...rowsParams(readings), edges: [0, ...edges], wholeDays };
  const within = (name: string, spans: WholeDayPlan['whole'], column: string) => {
    const part = buildRangesPart(name, spans, column);
    Object.assign(params, part.params);
    return part.condition;
  };
  const sources: string[] = [];
  if (days.whole.length > 0)
    sources.push(`SELECT ${register}, day, first, last, notEmpty(falls) AS fell, lengths,
      arrayMap(time -> toInt64(day) * ${dayMs} + time, times) AS moments, levels
    FROM rollup_day_meters FINAL
    WHERE ${rowsWhere(readings)}
    AND ${within(
      'whole',
      days.whole.map(({ from, to }) => ({ from: from / dayMs, to: to / dayMs })),
      'day',
    )}`);
  if (days.readings.length > 0)
    sources.push(`SELECT device, metric, register, day, found[1].2 AS first, found[-1].2 AS last,
      arrayExists((one, next) -> next.2 < one.2, arrayPopBack(found), arrayPopFront(found)) AS fell,
      if(${amountCondition('register')}, found.3, []) AS lengths, found.1 AS moments, found.2 AS levels
    FROM (
      SELECT ${register}, toUInt32(intDiv(at, ${dayMs})) AS day, arraySort(groupArray((at, value, interval))) AS found
      FROM readings FINAL
      WHERE ${rowsWhere(readings)}
      AND ${within('r', days.readings, 'at')}
      GROUP BY device, metric, register, day
    )`);
  return {
    sql: `
SELECT device, metric, register AS descriptors, toFloat64(day) AS day,
  if(empty(ends), arrayMap(place -> toFloat64(moments[place]), kept), arrayMap(run -> toFloat64(moments[run[1]]), runs)) AS times,
  if(empty(ends), arrayMap(place -> levels[place], kept), arrayMap(run -> arraySum(place -> levels[place], run), runs)) AS values,
  if(empty(ends), [], arrayMap(run -> toFloat64(ends[run[-1]] - moments[run[1]]), runs)) AS lengths
FROM (
  SELECT *, arrayMap(moment -> roundDown(moment, {edges:Array(Int64)}), moments) AS pieces,
    arrayFilter(place -> isWhole OR place = 1 OR place = length(moments) OR pieces[place] != pieces[place - 1] OR pieces[place] != pieces[place + 1],
      arrayEnumerate(moments)) AS kept,
    arrayMap(end -> roundDown(end - 1, {edges:Array(Int64)}), ends) AS lastPieces,
    arrayExists(place -> place > 1 AND moments[place] < ends[place - 1], arrayEnumerate(ends)) AS isOverlapping,
    arraySplit(place -> place = 1 OR isOverlapping OR day IN {wholeDays:Array(UInt32)} OR moments[place] != ends[place - 1]
      OR moments[place - 1] < tail OR ends[place] > (toInt64(day) + 1) * ${dayMs} OR pieces[place] != pieces[place - 1]
      OR lastPieces[place] != pieces[place] OR lastPieces[place - 1] != pieces[place - 1], arrayEnumerate(ends)) AS runs
  FROM (
    SELECT *, turns OR lagInFrame(turns) OVER line OR day - lagInFrame(day) OVER line > 1 OR day IN {wholeDays:Array(UInt32)}
        OR max(notEmpty(lengths)) OVER since AS isWhole
    FROM (
      SELECT *, lagInFrame(isSteady) OVER line AS wasSteady, lagInFrame(arrayMax(ends)) OVER line AS tail,
        falls OR ((wasSteady OR lagInFrame(falls) OVER line) AND NOT isSteady) AS turns
      FROM (
        SELECT *, lagInFrame(last, 1, first) OVER line AS before, fell OR first < before AS falls,
          row_number() OVER line > 1 AND NOT falls AND first = last AND first = before AS isSteady,
          arrayMap(place -> moments[place] + toInt64(lengths[place]) * 1000, arrayEnumerate(lengths)) AS ends
        FROM (
          ${sources.join('\n          UNION ALL\n          ')}
        )
        WINDOW line AS (PARTITION BY device, metric, register ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
      )
      WINDOW line AS (PARTITION BY device, metric, register ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    )
    WINDOW line AS (PARTITION BY device, metric, register ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
      since AS (PARTITION BY device, metric ORDER BY day RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)
  )${
    selection === 'all'
      ? ''
      : `
  WHERE NOT isSteady OR NOT wasSteady
  ORDER BY day ${selection === 'firstChanges' ? 'ASC' : 'DESC'}
  LIMIT ${maxChangedDays} BY device, metric, register`
  }
)`,
    params,
  };
}
