import type { InstallationId, Instant } from '@atrium/domain/core';
import type { CreateAlert, EvaluatePast } from '../../alerts/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import { type DemoAlert, demoAlerts } from './demo-alerts.ts';

const DAY = 86_400_000;
/** Days that the list of alerts covers. */
const judgedDays = 28;

export interface WrittenAlert {
  readonly id: number;
  readonly installationId: InstallationId;
  readonly alert: DemoAlert;
}

/** Creates the demo's alerts at the organization's sites, in the order of their list. `email` receives them. */
export async function writeAlerts(
  snapshots: SiteSnapshots,
  create: CreateAlert,
  scope: Scope,
  email: string,
): Promise<readonly WrittenAlert[]> {
  const { sites } = await snapshots.snapshot(scope);
  const written: WrittenAlert[] = [];
  for (const alert of demoAlerts) {
    const site = [...sites.values()].find(({ fields }) => fields.key === alert.site);
    if (site === undefined) continue;
    const created = await create(scope, inputOf(alert, site, email));
    if (!created.ok) throw new Error(`the demo's alert "${alert.name}" is wrong: ${created.error.message}`);
    written.push({ id: created.value.id, installationId: site.id, alert });
  }
  return written;
}

function inputOf({ name, zone, ofEvent, condition, message }: DemoAlert, site: Site, email: string) {
  return {
    name,
    conditions: [
      {
        ...condition,
        installationId: site.id,
        zoneId: site.topology.zones.find(({ key }) => key === zone)?.id ?? null,
        eventId: ofEvent === undefined ? null : (site.events[0]?.id ?? null),
      },
    ],
    actions: [{ type: 'email' as const, msgTitle: '{alert} · {site}: {value}', msgContent: message }],
    emails: [email],
    phones: [],
    planningIds: [],
  };
}

/** Judges the last weeks with the alert engine, which writes the log of firings. */
export async function judgePast(past: EvaluatePast, scope: Scope, written: readonly WrittenAlert[], now: Instant) {
  for (const { id, alert } of written)
    await past(scope, id, now - judgedDays * DAY, {
      mutedUntil: alert.isMuted === undefined ? null : now + 7 * DAY,
      isOff: alert.isOff ?? false,
    });
}
