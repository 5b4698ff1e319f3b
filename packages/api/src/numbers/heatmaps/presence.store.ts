import type { DeviceId, InstallationId, Instant, OrganizationId, Span } from '@atrium/domain/core';
import type { HeatGender, Stay } from '@atrium/domain/numbers/heatmaps';
import type { QueryReader } from '../../platform/analytics-store.ts';

/** Devices on a zone's plan, each with the time it was installed there. */
export interface PlanReadings {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly sources: readonly (Span & { readonly deviceId: DeviceId })[];
  readonly gender: HeatGender;
}

/** Start of a day, the person-seconds spent in it, and a number that identifies the readings that count. */
export interface PresenceDay {
  readonly begin: Instant;
  readonly seconds: number;
  readonly version: number;
}

/** Stays of a span with the `version` of their readings, as of `PresenceDay`. */
export interface PresenceStays {
  readonly stays: readonly Stay[];
  readonly version: number;
}

/**
 * Changes with every reading that is added, corrected, taken out or restored: a hash of those that count. 53 bits, which
 * a double represents exactly.
 */
const hash = 'cityHash64(device, at, descriptors, visitor, x, y, readings.version)';
const toVersion = (sum: string) => `toFloat64(bitShiftRight(${sum}, 11)) AS version`;

export type PresenceStore = ReturnType<typeof presenceStore>;

/** Reads positions of people: `presence` readings of cameras that have coordinates. */
export function presenceStore(reader: QueryReader) {
  return {
    /** Returns the days between consecutive edges with any people. */
    async days(readings: PlanReadings, edges: readonly Instant[]): Promise<readonly PresenceDay[]> {
      if (readings.sources.length === 0 || edges.length < 2) return [];
      const { condition, params } = conditionOf(readings);
      return reader.query<PresenceDay>({
        sql: `SELECT toFloat64(roundDown(at, {edges:Array(Int64)})) AS begin, sum(value) AS seconds, ${toVersion(`sum(${hash})`)}
          FROM readings FINAL
          WHERE ${condition} AND at >= {from:Int64} AND at < {to:Int64}
          GROUP BY begin HAVING seconds > 0 ORDER BY begin`,
        params: { ...params, edges: edges.slice(0, -1), from: edges[0], to: edges.at(-1) },
      });
    },

    /** Returns all stays in a span, summed per position; null without any. */
    async stays(readings: PlanReadings, span: Span): Promise<PresenceStays | null> {
      if (readings.sources.length === 0) return null;
      const { condition, params } = conditionOf(readings);
      const stays = await reader.query<Stay & { readonly version: number }>({
        sql: `SELECT x, y, sum(value) AS seconds, ${toVersion(`sum(sum(${hash})) OVER ()`)} FROM readings FINAL
          WHERE ${condition} AND at >= {from:Int64} AND at < {to:Int64}
          GROUP BY x, y`,
        params: { ...params, from: span.from, to: span.to },
      });
      const [first] = stays;
      return first === undefined ? null : { stays, version: first.version };
    },
  };
}

function conditionOf({ organizationId, installationId, sources, gender }: PlanReadings) {
  const params: Record<string, unknown> = { organization: organizationId, installation: installationId, gender };
  const installed = sources.map(({ deviceId, from, to }, index) => {
    params[`d${index}`] = deviceId;
    params[`f${index}`] = from;
    params[`t${index}`] = to;
    return `(device = {d${index}:UInt32} AND at >= {f${index}:Int64} AND at < {t${index}:Int64})`;
  });
  const condition = `organization = {organization:UInt32} AND installation = {installation:UInt32}
    AND metric = 'presence' AND x >= 0 AND (${installed.join(' OR ')})
    AND ({gender:String} = 'all' OR ${genderOf} = {gender:String})`;
  return { condition, params };
}

/** SQL for the reported gender; `unknown` without one. */
const genderOf = `if(match(descriptors, '(^|;)gender=(female|male)(;|$)'), extract(descriptors, '(?:^|;)gender=(female|male)'), 'unknown')`;
