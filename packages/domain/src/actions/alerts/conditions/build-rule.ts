import type { DeviceId, PassageId, ZoneId } from '../../../core/index.ts';
import { findMetric, getQuantities } from '../../../numbers/index.ts';
import { silentShare } from '../../../pages/index.ts';
import { type Placement, selfOrDescendants, type Topology } from '../../../sites/index.ts';
import type { Rule } from '../engine/rule.ts';
import type { AlertCondition } from './condition.ts';
import type { ConditionType, SiteFacts, Watch } from './condition-type.ts';
import { getConditionType } from './registry.ts';

const measuredByAir = new Set(['sample', 'score']);

/** Returns the meters' metrics that these metrics are computed from. */
const listMetered = (metrics: readonly string[]): ReadonlySet<string> =>
  new Set(
    metrics.flatMap((id) => {
      const metric = findMetric(id);
      if (metric === undefined) return [];
      return getQuantities(metric).flatMap(({ expression }) =>
        expression.type === 'metered' ? [expression.metric] : [],
      );
    }),
  );

/** Returns the devices in service that a watch reads: at the doors of a zone, or in it. */
export function findWatchedDevices(site: Topology, { place, metrics, deviceIds }: Watch): readonly DeviceId[] {
  const inService = site.devices.filter(({ removedAt }) => removedAt === null);
  if (place.kind === 'device') return [place.id];
  const isAir = metrics.some((id) => measuredByAir.has(findMetric(id)?.kind ?? ''));
  if (place.kind === 'passage') return hanging(inService, (at) => at === place.id, 'passageId');
  const zones = place.kind === 'zone' ? selfOrDescendants(site.zones, [place.id]) : null;
  if (isAir) {
    const sensors = inService.filter(({ kind }) => kind === 'atmosphere');
    const within = hanging(sensors, (at) => zones === null || zones.has(at as ZoneId), 'zoneId');
    return deviceIds.length === 0 ? within : within.filter((id) => deviceIds.includes(id));
  }
  const metered = listMetered(metrics);
  if (metered.size > 0) {
    const meters = inService.filter(({ meter }) => meter !== null && metered.has(meter.metric));
    return hanging(meters, (at) => zones === null || zones.has(at as ZoneId), 'zoneId');
  }
  const doors = new Set<PassageId>(site.passages.filter((one) => isDoorOf(one.ends.at(-1), zones)).map(({ id }) => id));
  const atDoors = hanging(inService, (at) => doors.has(at as PassageId), 'passageId');
  // Cameras installed in the zone itself count queues and seats.
  const counters = inService.filter(({ kind }) => kind !== 'meter');
  const inside = hanging(counters, (at) => zones === null || zones.has(at as ZoneId), 'zoneId');
  return [...new Set([...atDoors, ...(atDoors.length === 0 ? inside : [])])];
}

function hanging(
  devices: Topology['devices'],
  isThere: (at: number) => boolean,
  key: 'passageId' | 'zoneId',
): readonly DeviceId[] {
  const atOf = ({ at }: Placement) => ('passageId' in at ? { passageId: at.passageId } : { zoneId: at.zoneId });
  return devices
    .filter(({ placements }) => {
      const last = placements.at(-1);
      if (last === undefined) return false;
      const at = atOf(last) as { readonly passageId?: number; readonly zoneId?: number };
      return at[key] !== undefined && isThere(at[key]);
    })
    .map(({ id }) => id);
}

/** Whether one end is inside and the other is not. Null zones: the whole site. */
function isDoorOf(
  ends: { readonly fromZoneId: ZoneId | null; readonly toZoneId: ZoneId | null } | undefined,
  zones: ReadonlySet<ZoneId> | null,
): boolean {
  if (ends === undefined) return false;
  const isIn = (id: ZoneId | null) => id !== null && (zones === null || zones.has(id));
  return isIn(ends.fromZoneId) !== isIn(ends.toZoneId);
}

/** Minimum known share of a judged interval. */
const enough = 0.5;

/** Intervals in a row that must miss what is usual: nine of ten lie within the range, so single ones miss often. */
const minMisses = 2;

/** Missing intervals, and minimum ms, until the state is "no data". */
const silentIntervals = 3;
const shortestSilence = 15 * 60_000;

/** Builds the engine's rule for a condition. Null if a number it needs is missing. */
export function buildRule(condition: AlertCondition, facts: SiteFacts): Rule | null {
  const type = getConditionType(condition.type);
  const bounds = type.bounds(condition, facts);
  if (bounds === null) return null;
  const measure = type.measure(condition);
  const isUsual = measure !== 'value';
  return {
    ...bounds,
    comparison: type.comparison,
    measure,
    minIntervals: isUsual ? minMisses : 1,
    enterHold: condition.enterHold * 1000,
    leaveHold: condition.leaveHold * 1000,
    silentAfter: Math.max(shortestSilence, silentIntervals * getEvaluationInterval(type, condition, facts)),
    isSum: type.isSum,
    minCoverage: type.minCoverage ?? (isUsual ? 1 - silentShare : enough),
    remindEvery: condition.remindEvery === null ? null : condition.remindEvery * 1000,
  };
}

/** Returns the judged interval in ms: the type's, or a longer reporting interval of the sensors. */
export function getEvaluationInterval(
  { interval, watches }: Pick<ConditionType, 'interval' | 'watches'>,
  condition: AlertCondition,
  facts: SiteFacts,
): number {
  const watched = new Set(watches(condition, facts).flatMap((watch) => findWatchedDevices(facts.site, watch)));
  const reported = facts.site.devices.filter(({ id }) => watched.has(id)).map((device) => device.interval);
  return Math.max(interval(condition), ...reported) * 1000;
}
