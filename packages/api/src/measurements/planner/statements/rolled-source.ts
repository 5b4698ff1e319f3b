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
    ${rolledRows(table, width, part)}`,
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

/** The rows of a table of rollups where nothing else is read: without a table made of several the engine plans quicker. */
export function onlyRolled({ cover: { hours, quarters, readings } }: RolledOf, table: string): string | null {
  if (readings !== null) return null;
  if (hours === null) return quarters === null ? null : rolledRows(table, 900, quarters);
  return quarters === null ? rolledRows(table, 3600, hours) : null;
}

const rolledRows = (table: string, width: number, part: TimePart) => `FROM ${table} FINAL
    WHERE ${place}
    AND width = ${width}
    ${sent}
    AND ${part.condition}`;

export function rolledParams({ readings, cover }: RolledOf): Readonly<Record<string, unknown>> {
  const { organizationId, installations, metrics, devices } = readings;
  const lists = { organization: organizationId, installations, metrics, devices };
  return { ...lists, ...cover.hours?.params, ...cover.quarters?.params, ...cover.readings?.params };
}
