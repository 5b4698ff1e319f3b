import type { TimeCover, TimePart } from '../scans/time-cover.ts';
import type { ReadingsOf } from './readings-of.ts';

/** What a statement reads: which devices and metrics, and from where for which time. */
export interface RolledOf {
  readonly readings: ReadingsOf;
  readonly cover: TimeCover;
}

const place = `organization = {organization:UInt32}
    AND installation IN {installations:Array(UInt32)}`;
const sent = `AND metric IN {metrics:Array(String)}
    AND device IN {devices:Array(UInt32)}`;

/**
 * The rows of a table of rollups and of the readings beside it, each with its own columns, as one table. The columns of
 * both lists must agree in number, names and types; `madeOfReadings` makes other rows of the readings' first.
 */
export function rolledSource(
  { cover }: RolledOf,
  table: string,
  rolledColumns: string,
  readingColumns: string,
  more: { readonly isFinal?: boolean; readonly madeOfReadings?: (rows: string) => string } = {},
): string {
  const { isFinal = true, madeOfReadings = (rows: string) => rows } = more;
  const rolled = (width: number, part: TimePart | null) =>
    part === null
      ? []
      : [
          `SELECT ${rolledColumns}
    FROM ${table} FINAL
    WHERE ${place}
    AND width = ${width}
    ${sent}
    AND ${part.condition}`,
        ];
  const raw =
    cover.readings === null
      ? []
      : [
          madeOfReadings(`SELECT ${readingColumns}
    FROM readings${isFinal ? ' FINAL' : ''}
    WHERE ${place}
    ${sent}
    AND ${cover.readings.condition}`),
        ];
  const parts = [...rolled(3600, cover.hours), ...rolled(900, cover.quarters), ...raw];
  // Every moment lies in one of the parts, so there is at least one.
  return parts.join('\n    UNION ALL\n    ');
}

export function rolledParams({ readings, cover }: RolledOf): Readonly<Record<string, unknown>> {
  const { organizationId, installations, metrics, devices } = readings;
  const lists = { organization: organizationId, installations, metrics, devices };
  return { ...lists, ...cover.hours?.params, ...cover.quarters?.params, ...cover.readings?.params };
}
