import type { Instant } from '@atrium/domain/core';
import type { AlertPast, NewAlert } from '../../alerts/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';
import { type DemoAlert, demoAlerts } from './demo-alerts.ts';

const DAY = 86_400_000;
/** As far back as a list of alerts looks. */
const judgedDays = 28;

export interface AlertSeeding {
  readonly sites: SiteSnapshots;
  readonly create: NewAlert;
  readonly past: AlertPast;
  /** Who is told: a verified address of a member. */
  readonly email: string;
  readonly now: Instant;
}

/** Writes the demo's alerts, and has the engine judge the last weeks of its history: the log is what it found. */
export async function seedAlerts(seeding: AlertSeeding, scope: Scope): Promise<void> {
  const { sites } = await seeding.sites.snapshot(scope);
  for (const alert of demoAlerts) {
    const site = [...sites.values()].find(({ fields }) => fields.key === alert.site);
    if (site !== undefined) await seedAlert(seeding, scope, site, alert);
  }
}

async function seedAlert({ create, past, email, now }: AlertSeeding, scope: Scope, site: Site, alert: DemoAlert) {
  const { name, zone, ofEvent, condition, message, isMuted, isOff } = alert;
  const { zones } = site.topology;
  const created = await create(scope, {
    name,
    conditions: [
      {
        ...condition,
        installationId: site.id,
        zoneId: zones.find(({ key }) => key === zone)?.id ?? null,
        eventId: ofEvent === undefined ? null : (site.events[0]?.id ?? null),
      },
    ],
    actions: [{ type: 'email', msgTitle: '{alert}: {value}', msgContent: message }],
    emails: [email],
    phones: [],
    planningIds: [],
  });
  if (!created.ok) throw new Error(`the demo's alert "${name}" is wrong: ${created.error.message}`);
  await past(scope, created.value.id, now - judgedDays * DAY, {
    mutedUntil: isMuted === undefined ? null : now + 7 * DAY,
    isOff: isOff ?? false,
  });
}
