import type { InstallationId, OrganizationId, Span } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { SiteDay } from './dirty-days.store.ts';
import { type DirtyDays, dayMs } from './dirty-days.ts';
import type { SiteDays } from './roll-up.store.ts';
import { type BalancePlan, balanceStore } from './roll-up-balances.store.ts';

/** Plans the balances of sites from their doors and calendars. */
export interface BalancePlanner {
  /** Plans the balances that touch a time; null for an unknown site. */
  plan(organization: OrganizationId, installation: InstallationId, time: Span): Promise<BalancePlan | null>;
  /** Identifies what the plans of a site depend on. */
  fingerprint(organization: OrganizationId, installation: InstallationId): Promise<string>;
}

/** Rolls up balances, and again after their sites changed. Does nothing without a planner. */
export function createBalanceUpkeep(analytics: AnalyticsStore, ledger: DirtyDays, planner: BalancePlanner | undefined) {
  const store = balanceStore(analytics);
  const changed = new Set<OrganizationId>();
  /** By site, when it was checked last. */
  const fingerprints = new Map<InstallationId, string>();

  /** Marks days dirty whose balances count other doors or reset at other times than their sites do now. */
  async function markOutdated(organization: OrganizationId): Promise<void> {
    if (planner === undefined) return;
    await ledger.open();
    for (const installation of ledger.sitesOf(organization)) {
      const fingerprint = await planner.fingerprint(organization, installation);
      if (fingerprints.get(installation) === fingerprint) continue;
      const planOf = (time: Span) => planner.plan(organization, installation, time);
      const outdated = await store.findOutdated(organization, installation, planOf);
      const days = outdated.filter((day) => day * dayMs >= ledger.takenSince(organization));
      const marked = await ledger.writing(days.map((day) => ({ organization, installation, day })));
      marked();
      fingerprints.set(installation, fingerprint);
    }
  }

  return {
    markOutdated,
    sitesChanged: (organization: OrganizationId) => void changed.add(organization),

    /** Marks the outdated days of the organizations whose sites changed. */
    async markChanged(): Promise<void> {
      for (const organization of [...changed]) {
        changed.delete(organization);
        await markOutdated(organization);
      }
    },

    /** Recomputes the balances that touch days of a site. */
    async rollUp({ organization, installation }: SiteDay, days: SiteDays, version: number): Promise<void> {
      if (planner === undefined) return;
      const { fromDay, toDay } = days;
      const plan = await planner.plan(organization, installation, { from: fromDay * dayMs, to: toDay * dayMs });
      await store.rollUp(days, plan, version, ledger.keptSince(organization));
    },
  };
}
