import { createHash } from 'node:crypto';
import {
  type InstallationId,
  type Instant,
  listDays,
  type OrganizationId,
  type Span,
  startOfSiteDay,
  toDaySpan,
} from '@atrium/domain/core';
import { listOpenSpans, listTopZones, type Topology } from '@atrium/domain/sites';
import type { BalancePlanner } from '../../rollups/balance-upkeep.ts';
import type { BalancePlan } from '../../rollups/roll-up-balances.store.ts';
import { toSpan } from '../spans.ts';
import { findBalanceSources } from './sources.ts';

/** Returns when the balance resets: at every change of day, and at openings if the site says so. */
export function listResets(topology: Topology, span: Span): Instant[] {
  const days = listDays(topology, span).map((date) => startOfSiteDay(topology, date));
  const openings = topology.openingHours.reset ? listOpenSpans(topology, span).map((open) => open.from) : [];
  return [...new Set([...days, ...openings])].sort((left, right) => left - right);
}

/** Plans the balances of every zone, and of all top zones together, on the site days that touch a time. */
function planBalances(topology: Topology, time: Span): BalancePlan {
  const days = listDays(topology, time).map((date) => toDaySpan(topology, date));
  const span = { from: days[0]?.from ?? time.from, to: days.at(-1)?.to ?? time.from };
  const tops = listTopZones(topology.zones).map(({ id }) => id);
  const areas = [...topology.zones.map(({ id }) => [id]), ...(tops.length > 1 ? [tops] : [])];
  const series = areas.map((zoneIds) =>
    findBalanceSources(topology, zoneIds)
      .map(({ deviceId, metric, sign, validity }) => ({ device: deviceId, metric, sign, ...toSpan(validity) }))
      .filter(({ from, to }) => from < span.to && to > span.from),
  );
  return { begins: listResets(topology, span).filter((at) => at < span.to), end: span.to, series };
}

/** Creates the planner of balances of sites. */
export function createBalancePlanner(
  findTopology: (organization: OrganizationId, installation: InstallationId) => Promise<Topology | null>,
): BalancePlanner {
  return {
    async plan(organization, installation, time) {
      const topology = await findTopology(organization, installation);
      return topology && planBalances(topology, time);
    },
    async fingerprint(organization, installation) {
      const topology = await findTopology(organization, installation);
      const { name: _name, eventLimits: _limits, ...rest } = topology ?? {};
      return createHash('sha256').update(JSON.stringify(rest)).digest('base64');
    },
  };
}
