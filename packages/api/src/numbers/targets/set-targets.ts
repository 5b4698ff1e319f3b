import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { findMetric } from '@atrium/domain/numbers';
import {
  canHaveTarget,
  isMonth,
  maxTargetLines,
  type NamedSite,
  parseTargets,
  roundTarget,
  type Target,
  type TargetLineFault,
} from '@atrium/domain/numbers/targets';
import { recordAudit } from '../../people/audit/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import { type TargetKey, targetsStore } from './targets.store.ts';

export interface TargetDependencies {
  readonly db: Database;
  readonly sites: Pick<SiteSnapshots, 'snapshot'>;
  readonly clock: Clock;
}

/** A target to set, or to remove without a value. */
export interface TargetChange extends TargetKey {
  readonly value: number | null;
}

/** Longest imported text, in characters. */
const maxTextLength = 1_000_000;

/**
 * Sets and removes targets of sites in the scope, all of them or none. Returns how many were given. Fails with NOT_FOUND
 * for an unknown site or zone, and with BAD_INPUT for a metric without targets, another month or a value out of bounds.
 */
export async function setTargets(
  dependencies: TargetDependencies,
  scope: Scope,
  changes: readonly TargetChange[],
): Promise<Result<number, Failure>> {
  if (changes.length > maxTargetLines)
    return err(failure('BAD_INPUT', `At most ${maxTargetLines} targets at once`, 'targets'));
  const { sites } = await dependencies.sites.snapshot(scope);
  const byKey = new Map<string, TargetChange>();
  for (const change of changes) {
    const checked = checkChange(change, sites);
    if (!checked.ok) return checked;
    // The last one counts of a target that is given twice.
    byKey.set(JSON.stringify([change.installationId, change.zoneId, change.metric, change.month]), checked.value);
  }
  await write(dependencies, scope, [...byKey.values()], sites);
  return ok(byKey.size);
}

function checkChange(change: TargetChange, sites: ReadonlyMap<number, Site>): Result<TargetChange, Failure> {
  const { installationId, zoneId, month, value } = change;
  const site = sites.get(installationId);
  if (site === undefined) return err(failure('NOT_FOUND', 'No such site', 'installationId'));
  if (zoneId !== null && !listZones(site).some(({ id }) => id === zoneId))
    return err(failure('NOT_FOUND', 'No such zone of the site', 'zoneId'));
  const metric = findMetric(change.metric);
  if (metric === undefined || !canHaveTarget(metric))
    return err(failure('BAD_INPUT', 'A target needs a metric whose days add up', 'metric'));
  if (!isMonth(month)) return err(failure('BAD_INPUT', 'Write the month as YYYY-MM', 'month'));
  if (value === null) return ok(change);
  const rounded = roundTarget(value, metric);
  return rounded === null
    ? err(failure('BAD_INPUT', 'A target is 0 or more, and at most 1,000,000,000,000', 'value'))
    : ok({ ...change, value: rounded });
}

/** What an import did: how many targets it stored, or what is wrong with which lines. */
export interface TargetImport {
  readonly stored: number;
  readonly faults: readonly TargetLineFault[];
}

/** Stores all targets of a text, or none of them if a line has a fault. Fails with BAD_INPUT if the text is too long. */
export async function importTargets(
  dependencies: TargetDependencies,
  scope: Scope,
  text: string,
): Promise<Result<TargetImport, Failure>> {
  if (text.length > maxTextLength) return err(failure('BAD_INPUT', 'At most 1,000,000 characters', 'text'));
  const { sites } = await dependencies.sites.snapshot(scope);
  const read = parseTargets(text, [...sites.values()].map(toNamedSite));
  if (!read.ok) return ok({ stored: 0, faults: read.error });
  await write(dependencies, scope, read.value, sites);
  return ok({ stored: read.value.length, faults: [] });
}

const listZones = ({ topology }: Site) => topology.zones.filter(({ removedAt }) => removedAt === undefined);

const toNamedSite = (site: Site): NamedSite => ({
  id: site.id,
  key: site.fields.key,
  name: site.fields.name,
  zones: listZones(site).map(({ id, key, name }) => ({ id, key, name })),
});

async function write(
  { db, clock }: TargetDependencies,
  scope: Scope,
  changes: readonly TargetChange[],
  sites: ReadonlyMap<number, Site>,
): Promise<void> {
  if (changes.length === 0) return;
  await db.transaction(async (transaction) => {
    const store = targetsStore(transaction);
    await store.put(
      scope,
      changes.filter((change): change is Target => change.value !== null),
    );
    await store.remove(
      scope,
      changes.filter(({ value }) => value === null),
    );
    for (const [installationId, own] of Map.groupBy(changes, (change) => change.installationId)) {
      const site = sites.get(installationId) as Site;
      await recordAudit(scope, transaction, {
        at: clock.now(),
        action: 'targets.changed',
        details: { name: site.fields.name, targets: own.length },
        subjectId: installationId,
        installationId: site.id,
      });
    }
  });
}
