import type { AlertCondition } from '@atrium/domain/actions/alerts';
import type { InstallationId, Instant } from '@atrium/domain/core';
import type { CreateAlert, EvaluatePast } from '../../actions/alerts/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../sites/index.ts';

/** An alert of the demo. Its site and places are keys of the site file. */
interface DemoAlert {
  readonly name: string;
  readonly site: string;
  readonly zone?: string;
  /** Whether it belongs to the site's permanent event. */
  readonly ofEvent?: true;
  readonly condition: Pick<AlertCondition, 'type'> & Partial<AlertCondition>;
  readonly message: string;
  readonly isMuted?: true;
  readonly isOff?: true;
}

const minutes = (count: number) => count * 60;
const steady = { enterHold: minutes(10), leaveHold: minutes(10) };

/** At least one alert of each type, at the sites whose sensors measure it. */
const demoAlerts: readonly DemoAlert[] = [
  {
    name: 'Stale air in the centre',
    site: 'arcades-du-lac',
    zone: 'centre',
    condition: { type: 'CO2', value: 900, endValue: 800, ...steady },
    message: 'Turn the ventilation of the centre up to 3.',
  },
  {
    name: 'Stale air in the passage',
    site: 'bahnhof-passage',
    zone: 'passage',
    condition: { type: 'CO2', value: 1000, endValue: 900, ...steady },
    message: 'Ask the station to open the north vents.',
  },
  {
    name: 'Too warm or too cold',
    site: 'arcades-du-lac',
    zone: 'centre',
    condition: { type: 'temperature', min: 19, max: 23, endMin: 19.5, endMax: 22.5, enterHold: minutes(30) },
    message: 'Check the heating plan.',
  },
  {
    name: 'Air too dry or too damp',
    site: 'arcades-du-lac',
    zone: 'centre',
    condition: { type: 'humidity', min: 37, max: 60, enterHold: minutes(30) },
    message: 'Check the humidifier.',
  },
  {
    name: 'Market hall is crowded',
    site: 'bahnhof-passage',
    zone: 'market',
    condition: { type: 'limit', value: 300, endValue: 260 },
    message: 'Open the second exit and send a steward.',
  },
  {
    name: 'Rush through the passage',
    site: 'bahnhof-passage',
    zone: 'passage',
    condition: { type: 'flux', direction: 'in', value: 1500, maxTrigger: 1 },
    message: 'Keep the escalators running upwards.',
  },
  {
    name: 'Somebody in the shop after hours',
    site: 'boutique-rhone',
    condition: { type: 'intrusion', maxTrigger: 1 },
    message: 'Call the guard.',
    isMuted: true,
  },
  {
    name: 'A counter has lost its connection',
    site: 'arcades-du-lac',
    condition: { type: 'status', kinds: ['pad'], padStatusCodes: ['internetLost', 'padsDisconnect'] },
    message: 'Look at the router of the floor first.',
  },
  {
    name: 'The passage is full',
    site: 'bahnhof-passage',
    ofEvent: true,
    condition: { type: 'stopAndGo', leaveHold: minutes(5) },
    message: 'The screens say STOP: send staff to the doors.',
  },
  {
    name: 'Long queue at the anchor store',
    site: 'arcades-du-lac',
    zone: 'anchor-store',
    condition: { type: 'waitingTime', value: 300, endValue: 180 },
    message: 'Open another till.',
  },
  {
    name: 'Boutique is crowded',
    site: 'boutique-rhone',
    zone: 'shop',
    condition: { type: 'density', value: 0.12, endValue: 0.08, onlyWhileOpen: true },
    message: 'Bring a second assistant to the floor.',
  },
  {
    name: 'Queue backs up at the anchor store',
    site: 'arcades-du-lac',
    zone: 'anchor-store',
    condition: { type: 'linearDensity', value: 1, endValue: 0.7 },
    message: 'Open the second lane.',
  },
  {
    name: 'Little room in the market hall',
    site: 'bahnhof-passage',
    zone: 'market',
    condition: { type: 'reverseDensity', value: 4, endValue: 5, onlyWhileOpen: true },
    message: 'Move the stands to the wall.',
    isOff: true,
  },
  {
    name: 'Uncomfortable air',
    site: 'arcades-du-lac',
    zone: 'centre',
    condition: { type: 'comfortScale', value: 3, onlyWhileOpen: true, enterHold: minutes(30) },
    message: 'Look at which of the numbers of the air is worst.',
  },
];

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

/** Evaluates the last weeks with the alert engine, which writes the log of firings. */
export async function evaluatePast(past: EvaluatePast, scope: Scope, written: readonly WrittenAlert[], now: Instant) {
  for (const { id, alert } of written)
    await past(scope, id, now - judgedDays * DAY, {
      mutedUntil: alert.isMuted === undefined ? null : now + 7 * DAY,
      isOff: alert.isOff ?? false,
    });
}
