import type { Scope } from '../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../sites/index.ts';
import type { CreateScreen } from '../stop-and-go/index.ts';

/** The demo's screens by site key: one has no limit yet, and one is off. */
const demoScreens = [
  { site: 'bahnhof-passage', event: 'Permanent', name: 'Tram side', language: 'de' },
  { site: 'boutique-rhone', event: 'Permanent', name: 'Street door', language: 'fr' },
  { site: 'bryant-park', event: 'Permanent', name: 'Main doors', language: 'en' },
  { site: 'dubai-marina', event: 'Permanent', name: 'Marina walk', language: 'ar' },
  { site: 'shinjuku-east', event: 'Permanent', name: 'East doors', language: 'en', enabled: false },
  { site: 'arcades-du-lac', event: 'Christmas market', name: 'Christmas market', language: 'fr' },
] as const;

/** Creates them for an organization with these sites. */
export async function seedScreens(sites: SiteSnapshots, create: CreateScreen, scope: Scope): Promise<void> {
  const snapshot = await sites.snapshot(scope);
  for (const { site: key, event: eventName, ...screen } of demoScreens) {
    const site = [...snapshot.sites.values()].find(({ fields }) => fields.key === key);
    const event = site?.events.find(({ name }) => name === eventName);
    if (event === undefined) continue;
    const created = await create(scope, { ...screen, eventId: event.id });
    if (!created.ok) throw new Error(`the demo's screen "${screen.name}" is wrong: ${created.error.message}`);
  }
}
