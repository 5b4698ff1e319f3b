import type { TimeCover, TimePart } from '../../time-cover.ts';
import type { ReadingsOf } from '../readings-of.ts';

/** What a statement reads: which devices and metrics, and from where for which time. */
export interface RolledOf {
  readonly readings: ReadingsOf;
  readonly cover: TimeCover;
}

/** Which rows: of one site or metric, as most are, the engine plans quicker than of a list. */
function placeOf({ installations }: ReadingsOf): string {
  return `organization = {organization:UInt32}
    AND installation ${installations.length === 1 ? '= {installation:UInt32}' : 'IN {installations:Array(UInt32)}'}`;
}

function sentOf({ metrics }: ReadingsOf): string {
  return `AND metric ${metrics.length === 1 ? '= {metric:String}' : 'IN {metrics:Array(String)}'}
    AND device IN {devices:Array(UInt32)}`;
}

/**
 * The rows of a table of rollups and of the readings beside it, each with its own columns, as one table. The columns of
 * both lists must agree in number, names and types; `madeOfReadings` makes other rows of the readings' first.
 */
export function rolledSource(
  { readings, cover }: RolledOf,
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
    ${rolledRows(readings, table, width, part)}`,
        ];
  const raw =
    cover.readings === null
      ? []
      : [
          madeOfReadings(`SELECT ${readingColumns}
    FROM readings${isFinal ? ' FINAL' : ''}
    WHERE ${placeOf(readings)}
    ${sentOf(readings)}
    AND ${cover.readings.condition}`),
        ];
  const parts = [...rolled(3600, cover.hours), ...rolled(900, cover.quarters), ...raw];
  // Every moment lies in one of the parts, so there is at least one.
  return parts.join('\n    UNION ALL\n    ');
}

/** The rows of a table of rollups where nothing else is read: without a table made of several the engine plans quicker. */
export function onlyRolled({ readings, cover }: RolledOf, table: string): string | null {
  const width = rolledWidth({ readings, cover });
  return width === null ? null : rolledRows(readings, table, width / 1000, (cover.hours ?? cover.quarters) as TimePart);
}

/** ms between rows where nothing but rollups of one width is read; null elsewhere. */
export function rolledWidth({ cover: { hours, quarters, readings } }: RolledOf): number | null {
  if (readings !== null || (hours === null) === (quarters === null)) return null;
  return hours === null ? 900_000 : 3_600_000;
}

/** A metric by its place in the list of those that are read; null where there is only one. */
export const sentAs = ({ readings: { metrics } }: RolledOf) =>
  metrics.length === 1 ? null : 'toUInt32(indexOf({metrics:Array(String)}, metric) - 1) AS sent';

const rolledRows = (readings: ReadingsOf, table: string, width: number, part: TimePart) => `FROM ${table} FINAL
    WHERE ${placeOf(readings)}
    AND width = ${width}
    ${sentOf(readings)}
    AND ${part.condition}`;

export function rolledParams({ readings, cover }: RolledOf): Readonly<Record<string, unknown>> {
  const { organizationId, installations, metrics, devices } = readings;
  const lists = {
    organization: organizationId,
    ...(installations.length === 1 ? { installation: installations[0] } : { installations }),
    ...(metrics.length === 1 ? { metric: metrics[0] } : { metrics }),
    devices,
  };
  return { ...lists, ...cover.hours?.params, ...cover.quarters?.params, ...cover.readings?.params };
}
