import { isDeepStrictEqual } from 'node:util';
import { type Clock, err, type Failure, failure, type OrganizationId, ok, type Result } from '@atrium/domain/core';
import { checkSettings, type MeasurementSettings } from '@atrium/domain/measurements';
import { recordAudit } from '../audit/index.ts';
import type { Database } from '../platform/relational/index.ts';
import { checkSeesAllSites, type Scope } from '../platform/tenancy/index.ts';
import { organizationStore } from './organization.store.ts';

export interface MeasurementSettingsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Invalidates cached settings. */
  readonly settingsChanged: (organizationId: OrganizationId) => void;
}

/** Replaces the organization's own factors and bands. Omitted ones get the defaults. */
export async function updateMeasurementSettings(
  { db, clock, settingsChanged }: MeasurementSettingsDependencies,
  scope: Scope,
  wanted: MeasurementSettings,
): Promise<Result<MeasurementSettings, Failure>> {
  const allowed = checkSeesAllSites(scope, null);
  if (!allowed.ok) return allowed;
  const checked = checkSettings(wanted);
  if (!checked.ok) return checked;
  const stored = await db.transaction(async (transaction) => {
    const store = organizationStore(transaction);
    const before = await store.find(scope);
    const after = await store.update(scope, checked.value);
    if (before === null || after === null || after === 'name taken') return null;
    const changed = (['factors', 'bands'] as const).filter((field) => !isDeepStrictEqual(before[field], after[field]));
    if (changed.length > 0) {
      const valuesOf = (of: MeasurementSettings) => Object.fromEntries(changed.map((field) => [field, of[field]]));
      const details = { changed, name: after.name, before: valuesOf(before), after: valuesOf(after) };
      await recordAudit(scope, transaction, {
        at: clock.now(),
        action: 'organization.changed',
        details,
        subjectId: after.id,
      });
    }
    return after;
  });
  if (stored === null) return err(failure('NOT_FOUND', 'No such organization'));
  settingsChanged(stored.id);
  return ok({ factors: stored.factors, bands: stored.bands });
}
