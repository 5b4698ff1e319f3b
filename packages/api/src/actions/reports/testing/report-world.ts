import { type InstallationId, id, type OrganizationId, ok, type UserId } from '@atrium/domain/core';
import { presetProfiles } from '@atrium/domain/people/access';
import { aClock, type TestClock } from '@atrium/testkit/time';
import { testServices } from '../../../../testing/test-services.ts';
import type { Services } from '../../../app/services.ts';
import { testLinks } from '../../../people/notifications/testing/test-links.ts';
import type { AnalyticsStore } from '../../../platform/analytics-store.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { applySiteFile } from '../../../setup/site-files/index.ts';
import type { WrittenReport } from '../check-report.ts';
import type { ComposeReport, ReportRequest } from '../composed-report.ts';
import { createFindRecipients } from '../recipients.ts';
import type { SendingDependencies } from '../sending-dependencies.ts';

export interface ReportWorld {
  readonly services: Services;
  readonly clock: TestClock;
  readonly scope: Scope;
  /** Scope of a signed-in user with every right and all sites. */
  readonly manager: Scope;
  readonly ids: {
    readonly site: number;
    readonly zone: number;
    readonly always: number;
    readonly fair: number;
    readonly elsewhere: number;
  };
  /** Sending with a composer that echoes its request and counts. */
  readonly sending: SendingDependencies;
  readonly composed: ReportRequest[];
  written(changes?: Partial<WrittenReport>): WrittenReport;
  member(name: string, installationIds?: readonly number[] | null): Promise<UserId>;
  /** `name@<organization>.example` */
  addressOf(name: string): string;
}

let count = 0;

/** Creates an organization with a hall in Zürich, an event without an end, a fair with one, and a manager. */
export async function createReportWorld(
  stores: { readonly db: Database; readonly analytics: AnalyticsStore },
  time: string,
): Promise<ReportWorld> {
  count += 1;
  const name = `reporting${count}`;
  const clock = aClock(time);
  const services = testServices(stores, clock);
  const { scope, ids } = await twoSites(services, name);
  const { member, addressOf } = await people(services, scope, name);
  const manager = await services.access.scopeOfMember(scope.organizationId, await member('manager'));
  if (manager === null) throw new Error('no manager');
  const composed: ReportRequest[] = [];
  const { access, sites } = services;
  const sending: SendingDependencies = {
    db: stores.db,
    clock,
    sites,
    files: testFiles(),
    links: testLinks,
    compose: composer(composed),
    recipientsOf: createFindRecipients({ access, sites }),
    access,
    logError: () => {},
  };
  const written = (changes: Partial<WrittenReport> = {}): WrittenReport => ({
    title: 'Weekly',
    language: 'en',
    installationId: ids.site,
    eventId: ids.always,
    zoneId: ids.zone,
    sendDay: 'everyDay',
    hour: 7,
    includedDays: 7,
    emails: [addressOf('manager')],
    attachPdf: true,
    attachSpreadsheet: false,
    enabled: true,
    ...changes,
  });
  return { services, clock, scope, manager, ids, sending, composed, written, member, addressOf };
}

async function twoSites(services: Services, name: string) {
  const file = `organization: { name: ${name} }
installations:
  - key: ${name}-hall
    name: Hall
    timezone: Europe/Zurich
    zones: [{ key: ${name}-floor, name: Floor }]
    passages: [{ key: ${name}-door, from: outside, to: ${name}-floor }]
    devices: [{ serial: ${name}-PAD, kind: pad, passage: ${name}-door, interval: 3600 }]
    events:
      - { name: ${name}-always, neverEnding: true, metrics: [affluenceIn] }
      - { name: ${name}-fair, dateBegin: 2026-03-02, dateEnd: 2026-03-04, metrics: [affluenceIn] }
  - { key: ${name}-shed, name: Shed, timezone: Europe/Zurich, zones: [{ key: ${name}-corner, name: Corner }], passages: [], devices: [] }
`;
  const applied = await applySiteFile(services.provisioning, file, { dryRun: false, prune: false, within: null });
  if (applied.organizationId === null) throw new Error(JSON.stringify(applied.problems));
  const scope = systemScope(applied.organizationId as OrganizationId);
  const sites = [...(await services.sites.snapshot(scope)).sites.values()];
  const hall = sites.find(({ fields }) => fields.name === 'Hall');
  const shed = sites.find(({ fields }) => fields.name === 'Shed');
  if (hall === undefined || shed === undefined) throw new Error('no hall');
  const eventId = (of: string) => hall.events.find((event) => event.name === `${name}-${of}`)?.id ?? 0;
  const zone = hall.topology.zones[0]?.id ?? 0;
  return {
    scope,
    ids: { site: hall.id, zone, always: eventId('always'), fair: eventId('fair'), elsewhere: shed.id },
  };
}

async function people({ access }: Services, scope: Scope, organization: string) {
  const { rights } = presetProfiles.administrator;
  const profile = await access.createProfile(scope, { name: 'All', rights });
  if (!profile.ok) throw new Error(profile.error.message);
  const addressOf = (person: string) => `${person}@${organization}.example`;
  const member = async (person: string, installationIds: readonly number[] | null = null) => {
    const created = await access.createUser(scope, {
      email: addressOf(person),
      password: 'Demo-pass-1',
      role: 'user',
      profileId: profile.value.id,
      firstName: person,
      lastName: 'Muster',
      installationIds: installationIds?.map((one) => id<InstallationId>(one)) ?? null,
    });
    if (!created.ok) throw new Error(created.error.message);
    return created.value.id;
  };
  return { member, addressOf };
}

/** Composes a report that echoes its request, without queries. */
const composer =
  (composed: ReportRequest[]): ComposeReport =>
  async (_scope, request) => {
    composed.push(request);
    return ok({
      subject: `${request.title} ${request.from}…${request.to}`,
      mail: ({ unsubscribe, openIn, files }) => ({
        html: `<p>${openIn}</p>`,
        text: [`open ${openIn}`, `leave ${unsubscribe}`, ...files.map(({ name, href }) => `${name} ${href}`)].join(
          '\n',
        ),
      }),
      pictures: [],
      pdf: request.title === 'Large' ? new Uint8Array(8_000_000) : new Uint8Array([1, 2, 3]),
      spreadsheet: new Uint8Array(),
      fileName: 'hall',
    });
  };
