import type { CreateReport } from '../../actions/reports/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';

const usual = { event: 'Permanent', includedDays: 7, attachPdf: true, attachSpreadsheet: true, enabled: true };

/** The demo's reports by site key: one is off, and one belongs to an event that has ended. */
const demoReports = [
  {
    ...usual,
    site: 'bahnhof-passage',
    title: 'Bahnhof Passage, weekly',
    language: 'en',
    sendDay: 'monday',
    hour: 7,
    emails: ['admin@demo.example', 'manager@demo.example', 'viewer@demo.example', 'station@lumen-retail.example'],
  },
  {
    ...usual,
    site: 'arcades-du-lac',
    title: 'Arcades, every evening',
    language: 'fr',
    sendDay: 'everyDay',
    hour: 20,
    includedDays: 1,
    emails: ['admin@demo.example', 'manager@demo.example'],
  },
  {
    ...usual,
    site: 'arcades-du-lac',
    event: 'Winter sale',
    title: 'Winter sale',
    language: 'fr',
    sendDay: 'everyDay',
    hour: 21,
    includedDays: 1,
    emails: ['admin@demo.example'],
  },
  {
    ...usual,
    site: 'bryant-park',
    title: 'Bryant Park, weekend',
    language: 'en',
    sendDay: 'sunday',
    hour: 20,
    emails: ['admin@demo.example'],
  },
  {
    ...usual,
    site: 'bureaux-sevelin',
    title: 'Bureaux Sévelin, energy',
    language: 'fr',
    sendDay: 'monday',
    hour: 6,
    emails: ['admin@demo.example', 'analyst@demo.example'],
    enabled: false,
  },
] as const;

interface ReportSeeding {
  readonly sites: SiteSnapshots;
  readonly create: CreateReport;
}

/** Creates the demo's reports for an organization with these sites. */
export async function seedReports({ sites, create }: ReportSeeding, by: Scope): Promise<void> {
  const snapshot = await sites.snapshot(by);
  for (const { site: key, event: eventName, ...report } of demoReports) {
    const site = [...snapshot.sites.values()].find(({ fields }) => fields.key === key);
    const event = site?.events.find(({ name }) => name === eventName);
    const zone = site?.topology.zones.find(({ parentIds }) => parentIds.length === 0);
    if (site === undefined || event === undefined || zone === undefined) continue;
    const written = { ...report, installationId: site.id, eventId: event.id, zoneId: zone.id };
    const created = await create(by, written);
    if (!created.ok) throw new Error(`the demo's report "${report.title}" is wrong: ${created.error.message}`);
  }
}
