import type { RawExportRequest } from '@atrium/domain/actions/exports';
import type { InstallationId, OrganizationId, ZoneId } from '@atrium/domain/core';
import { type PresetProfile, presetProfiles } from '@atrium/domain/people/access';
import { aClock, type TestClock } from '@atrium/testkit/time';
import { testServices } from '../../../../testing/test-services.ts';
import type { Services } from '../../../app/services.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import type { TestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { createExportRunner } from '../making/export-runner.ts';

const quarter = 900_000;
/** A Monday after the night in which clocks went forward. The readings are of the three days before. */
const now = Date.parse('2026-03-30T22:30:00Z');
export const begin = Date.parse('2026-03-28T00:00:00+01:00');
export const end = Date.parse('2026-03-31T00:00:00+02:00');

/**
 * A hall with a shop in it, whose front door counts all the time and whose back door was silent on Sunday afternoon.
 */
export interface ExportsWorld {
  readonly services: Services;
  readonly deps: ExportsDependencies;
  readonly clock: TestClock;
  readonly organizationId: OrganizationId;
  readonly site: InstallationId;
  readonly zones: Readonly<Record<'hall' | 'shop', ZoneId>>;
  /** Creates a member with that profile and a verified address, optionally limited to sites. */
  member(name: string, profile: PresetProfile, sites?: readonly InstallationId[]): Promise<Scope>;
  request(over?: Partial<RawExportRequest>): RawExportRequest;
  /** Runs the runners until no job is waiting. */
  work(over?: Partial<ExportsDependencies>): Promise<void>;
  /** Returns recipients and subjects in the outbox. */
  mails(): Promise<
    readonly { recipient: string; content: { subject: string; attachments?: readonly { filename: string }[] } }[]
  >;
}

const file = (name: string) => `organization: { name: ${name} }
installations:
  - key: ${name}-site
    name: Arcades
    timezone: Europe/Zurich
    openingHours: { mon-sat: ["09:00-19:00"] }
    zones: [{ key: ${name}-hall, name: Hall, zones: [{ key: ${name}-shop, name: "=Shop" }] }]
    passages:
      - { key: ${name}-front, name: Front, from: outside, to: ${name}-hall }
      - { key: ${name}-back, name: Back, from: outside, to: ${name}-hall }
      - { key: ${name}-inner, name: Inner, from: ${name}-hall, to: ${name}-shop }
    devices:
      - { serial: ${name}-FRONT, kind: pad, passage: ${name}-front, interval: 900 }
      - { serial: ${name}-BACK, kind: pad, passage: ${name}-back, interval: 900 }
      - { serial: ${name}-INNER, kind: pad, passage: ${name}-inner, interval: 900 }
    events:
      - { name: ${name}-always, neverEnding: true, metrics: [affluenceIn] }
`;

export async function createExportsWorld(stores: TestStores, name: string): Promise<ExportsWorld> {
  const clock = aClock(now);
  const services = testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
  const outcome = await applySiteFile(services.provisioning, file(name), { dryRun: false, prune: false, within: null });
  if (outcome.problems.length > 0) throw new Error(JSON.stringify(outcome.problems));
  const organizationId = outcome.organizationId as OrganizationId;
  const scope = systemScope(organizationId);
  const [topology] = await services.sites.topologies(scope);
  if (topology === undefined) throw new Error('no site');
  const zoneOf = (zone: string) => topology.zones.find(({ key }) => key === `${name}-${zone}`)?.id as ZoneId;
  const zones = { hall: zoneOf('hall'), shop: zoneOf('shop') };
  await count(services, scope, name);
  const deps: ExportsDependencies = {
    ...services.exports,
    // Tests run several runners.
    use: 'leader',
    catalogues: async () => ({ version: '', languages: { en: { 'exports.state.missing': 'no data' } } }),
  };
  return {
    services,
    deps,
    clock,
    organizationId,
    site: topology.installationId,
    zones,
    member: (person, profile, sites) =>
      addMember(stores.relational.pool, services.access, scope, `${person}@${name}.example`, profile, sites),
    request: (over = {}) => ({
      dataType: 'counting',
      target: 'zone',
      installationId: topology.installationId,
      zoneIds: [zones.hall],
      includeSubZones: true,
      from: begin,
      to: end,
      granularity: 900,
      userIds: [],
      ...over,
    }),
    work: (over = {}) => work(stores, { ...deps, ...over }, organizationId),
    mails: async () =>
      (
        await stores.relational.pool.query(
          'select recipient, content from outbox where organization_id = $1 and dedupe_key like $2 order by id',
          [organizationId, 'export/%'],
        )
      ).rows,
  };
}

/** Adds a member with that profile and a verified address, optionally limited to sites. */
export async function addMember(
  pool: TestStores['relational']['pool'],
  access: Services['access'],
  scope: Scope,
  email: string,
  profile: PresetProfile,
  sites?: readonly InstallationId[],
): Promise<Scope> {
  const { id: profileId } = value(
    await access.createProfile(scope, { name: profile, rights: presetProfiles[profile].rights }),
  );
  const account = value(
    await access.createUser(scope, {
      email,
      firstName: email.split('@')[0] ?? '',
      password: 'Demo-pass-1',
      role: 'user',
      profileId,
      language: 'en',
      installationIds: sites === undefined ? null : [...sites],
    }),
  );
  await pool.query('update users set is_email_verified = true where id = $1', [account.id]);
  const theirs = await access.scopeOfMember(scope.organizationId, account.id);
  if (theirs === null) throw new Error('a member was not found');
  return theirs;
}

async function work({ relational }: TestStores, deps: ExportsDependencies, organization: number): Promise<void> {
  const runner = createExportRunner(deps, { pollMs: 20, renewMs: 20 });
  const open = "select 1 from export_jobs where organization_id = $1 and state in ('waiting', 'running')";
  runner.start();
  while ((await relational.pool.query(open, [organization])).rows.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await runner.stop();
}

/** Stores values that differ by quarter and by door. */
async function count(services: Services, scope: Scope, name: string): Promise<void> {
  const silent = { from: Date.parse('2026-03-29T12:00:00+02:00'), to: Date.parse('2026-03-29T18:00:00+02:00') };
  const raw = [];
  for (let at = begin; at < end; at += quarter)
    for (const [place, door] of ['FRONT', 'BACK', 'INNER'].entries()) {
      if (door === 'BACK' && at >= silent.from && at < silent.to) continue;
      const time = new Date(at).toISOString();
      const step = (at - begin) / quarter;
      raw.push({
        device: `${name}-${door}`,
        metric: 'affluenceIn',
        at: time,
        value: (step * (place + 3)) % 17,
        interval: 900,
      });
      raw.push({
        device: `${name}-${door}`,
        metric: 'affluenceOut',
        at: time,
        value: (step * (place + 2)) % 13,
        interval: 900,
      });
    }
  const stored = await services.ingestion.ingestReadings(scope, null, raw, now);
  if (!stored.ok || stored.value.rejected.length > 0) throw new Error(JSON.stringify(stored));
  await services.ingestion.drain();
}

export function value<Value>(result: { ok: boolean; value?: Value; error?: unknown }): Value {
  if (result.ok) return result.value as Value;
  throw new Error(JSON.stringify(result.error));
}
