import { type Instant, toDaysSpan, toSiteDay } from '@atrium/domain/core';
import { getCoveredDays } from '@atrium/domain/schedules';
import type { Access } from '../access/index.ts';
import type { CreateExports } from '../exports/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../sites/index.ts';

const usual = { target: 'zone', includeSubZones: true, granularity: 900, format: 'xlsx' } as const;

/** The demo's exports by site key and requesting user, over the finished days before the start. */
const demoExports = [
  { ...usual, site: 'bahnhof-passage', by: 'admin@demo.example', dataType: 'counting', days: 7 },
  { ...usual, site: 'galleria-lugano', by: 'manager@demo.example', dataType: 'sales', days: 14, granularity: 86_400 },
  { ...usual, site: 'arcades-du-lac', by: 'manager@demo.example', dataType: 'counting', days: 7, granularity: 3600 },
] as const;

/** Repeating exports, in the same form. */
const demoRepeating = [
  {
    ...usual,
    site: 'arcades-du-lac',
    by: 'admin@demo.example',
    dataType: 'counting',
    sendDay: 'monday',
    hour: 6,
    includedDays: 7,
  },
  {
    ...usual,
    site: 'galleria-lugano',
    by: 'manager@demo.example',
    dataType: 'sales',
    granularity: 86_400,
    sendDay: 'everyDay',
    hour: 7,
    includedDays: 1,
  },
] as const;

interface ExportSeeding {
  readonly sites: SiteSnapshots;
  readonly access: Pick<Access, 'membersByEmail' | 'scopeOfMember'>;
  readonly create: CreateExports;
  readonly now: Instant;
}

/** Requests the exports for an organization with these sites. They are made once the product runs, like any others. */
export async function seedExports({ sites, access, create, now }: ExportSeeding, scope: Scope): Promise<void> {
  const { organizationId } = scope;
  const snapshot = await sites.snapshot(scope);
  const asking = async ({ site: key, by: email }: { readonly site: string; readonly by: string }) => {
    const site = [...snapshot.sites.values()].find(({ fields }) => fields.key === key);
    const zone = site?.topology.zones.find(({ parentIds }) => parentIds.length === 0);
    if (site === undefined || zone === undefined) return null;
    const member = (await access.membersByEmail(organizationId, [email])).get(email);
    const by = member === undefined ? null : await access.scopeOfMember(organizationId, member);
    if (member === undefined || by === null) throw new Error(`nobody of the demo is called ${email}`);
    return { by, site: site.topology, about: { installationId: site.id, zoneIds: [zone.id], userIds: [member] } };
  };
  for (const { days, ...wanted } of demoExports) {
    const asked = await asking(wanted);
    if (asked === null) continue;
    const { by, site, about } = asked;
    const covered = getCoveredDays(toSiteDay(site, now), days);
    seeded(await create.once(by, { ...wanted, ...about, ...toDaysSpan(site, covered.from, covered.to) }));
  }
  for (const wanted of demoRepeating) {
    const asked = await asking(wanted);
    if (asked !== null) seeded(await create.repeating(asked.by, { ...wanted, ...asked.about }));
  }
}

function seeded(outcome: Awaited<ReturnType<CreateExports['once']>>): void {
  if (!outcome.ok) throw new Error(`an export of the demo is wrong: ${outcome.error.message}`);
}
