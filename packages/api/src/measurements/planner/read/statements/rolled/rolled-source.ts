import type { TimePart, TimeSources } from '../../plan-sources.ts';
import type { ReadingsOf } from '../readings-of.ts';

/** Devices, metrics and, per time, the source of a statement. */
export interface RolledOf {
  readonly readings: ReadingsOf;
  readonly cover: TimeSources;
}

/** Row condition. The engine plans a single site or metric, the common case, faster than a list. */
function placeOf({ installations }: ReadingsOf): string {
  return `organization = {organization:UInt32}
    AND installation ${installations.length === 1 ? '= {installation:UInt32}' : 'IN {installations:Array(UInt32)}'}`;
}

function sentOf({ metrics }: ReadingsOf): string {
  return `AND metric ${metrics.length === 1 ? '= {metric:String}' : 'IN {metrics:Array(String)}'}
    AND device IN {devices:Array(UInt32)}`;
}

/**
 * Combines rows of a rollup table and of the readings, each with its own columns. Both column lists must agree in
 * number, names and types.
 */
export function rolledSource(
  { readings, cover }: RolledOf,
  table: string,
  rolledColumns: string,
  readingColumns: string,
  { isFinal = true }: { readonly isFinal?: boolean } = {},
): string {
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
          `SELECT ${readingColumns}
    FROM readings${isFinal ? ' FINAL' : ''}
    WHERE ${placeOf(readings)}
    ${sentOf(readings)}
    AND ${cover.readings.condition}`,
        ];
  const parts = [...rolled(3600, cover.hours), ...rolled(900, cover.quarters), ...raw];
  // The parts cover every moment, so there is at least one.
  return parts.join('\n    UNION ALL\n    ');
}

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
