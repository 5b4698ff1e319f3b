import { kioskMetrics, maxKioskMetrics, maxKioskPages } from '@atrium/domain/actions/kiosks';
import {
  type Clock,
  err,
  type Failure,
  failure,
  type InstallationId,
  ok,
  type Result,
  type ZoneId,
} from '@atrium/domain/core';
import { isProfileLanguage } from '@atrium/domain/people/access';
import { recordAudit } from '../../people/audit/index.ts';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshot, SiteSnapshots } from '../../sites/index.ts';
import type { KioskPage, StoredKiosk } from './kiosk.ts';
import { type KioskFields, kiosksStore } from './kiosks.store.ts';

export interface KioskChanges {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
}

export interface WrittenKiosk {
  readonly name: string;
  readonly language: string;
  readonly seconds: number;
  readonly pages: readonly {
    readonly installationId: number;
    readonly zoneId?: number | null | undefined;
    readonly metrics: readonly string[];
  }[];
}

const maxKiosks = 100;
const maxNameLength = 80;
const secondsSpan = { min: 5, max: 3600 };

const noKiosk = err(failure('NOT_FOUND', 'No such kiosk', 'id'));

/** Creates an unattended screen. BAD_INPUT or NOT_FOUND names the field that is wrong. */
export function createKiosk(
  changes: KioskChanges,
  scope: Scope,
  written: WrittenKiosk,
): Promise<Result<StoredKiosk, Failure>> {
  return change(changes, async (transaction, at) => {
    const store = kiosksStore(transaction);
    const fields = await parse(changes, scope, written);
    if (!fields.ok) return fields;
    if ((await store.count(scope)) >= maxKiosks)
      return err(failure('BAD_INPUT', `An organization has at most ${maxKiosks} kiosks`, 'input.name'));
    const kiosk = await store.insert(scope, fields.value, at);
    await record(scope, transaction, kiosk, 'kiosk.created', at);
    return ok(kiosk);
  });
}

/** Changes what a kiosk shows. Its link stays. */
export function updateKiosk(
  changes: KioskChanges,
  scope: Scope,
  kioskId: number,
  written: WrittenKiosk,
): Promise<Result<StoredKiosk, Failure>> {
  return change(changes, async (transaction, at) => {
    const store = kiosksStore(transaction);
    const before = await store.hold(scope, kioskId);
    if (before === null) return noKiosk;
    const fields = await parse(changes, scope, written);
    if (!fields.ok) return fields;
    await store.update(scope, kioskId, fields.value);
    const after = { ...before, ...fields.value };
    await record(scope, transaction, after, 'kiosk.changed', at);
    return ok(after);
  });
}

/** Gives a kiosk another link. Screens with the old one show that it is void. */
export function renewKioskLink(
  changes: KioskChanges,
  scope: Scope,
  kioskId: number,
): Promise<Result<StoredKiosk, Failure>> {
  return change(changes, async (transaction, at) => {
    const store = kiosksStore(transaction);
    const before = await store.hold(scope, kioskId);
    if (before === null) return noKiosk;
    const after = { ...before, generation: before.generation + 1, lastSeenAt: null };
    await store.setGeneration(scope, kioskId, after.generation);
    await record(scope, transaction, after, 'kiosk.linkRenewed', at);
    return ok(after);
  });
}

export async function deleteKiosk(
  changes: KioskChanges,
  scope: Scope,
  kioskId: number,
): Promise<Result<true, Failure>> {
  const gone = await change(changes, async (transaction, at) => {
    const store = kiosksStore(transaction);
    const before = await store.hold(scope, kioskId);
    if (before === null) return noKiosk;
    await store.remove(scope, kioskId);
    await record(scope, transaction, before, 'kiosk.deleted', at);
    return ok(before);
  });
  return gone.ok ? ok(true) : gone;
}

async function parse(
  { sites }: KioskChanges,
  scope: Scope,
  { name: given, language, seconds, pages }: WrittenKiosk,
): Promise<Result<KioskFields, Failure>> {
  const refuse = (message: string, field: string) => err(failure('BAD_INPUT', message, `input.${field}`));
  const name = given.trim();
  if (name === '' || [...name].length > maxNameLength || /\p{Cc}/u.test(name))
    return refuse(`name takes 1 to ${maxNameLength} characters on one line`, 'name');
  if (!isProfileLanguage(language)) return refuse('language takes fr, en, it, ar, de or es', 'language');
  const { min, max } = secondsSpan;
  if (!Number.isInteger(seconds) || seconds < min || seconds > max)
    return refuse(`seconds takes whole numbers from ${min} to ${max}`, 'seconds');
  if (pages.length === 0 || pages.length > maxKioskPages)
    return refuse(`pages takes 1 to ${maxKioskPages} pages`, 'pages');
  const snapshot = await sites.snapshot(scope);
  const parsed: KioskPage[] = [];
  for (const [index, page] of pages.entries()) {
    const read = parsePage(snapshot, page, `input.pages.${index}`);
    if (!read.ok) return read;
    parsed.push(read.value);
  }
  return ok({ name, language, seconds, pages: parsed });
}

function parsePage(
  { sites }: SiteSnapshot,
  { installationId, zoneId = null, metrics }: WrittenKiosk['pages'][number],
  field: string,
): Result<KioskPage, Failure> {
  const site = sites.get(installationId as InstallationId);
  if (site === undefined) return err(failure('NOT_FOUND', 'No such installation', `${field}.installationId`));
  const zone = site.topology.zones.find(({ id, removedAt }) => id === zoneId && (removedAt ?? null) === null);
  if (zoneId !== null && zone === undefined) return err(failure('NOT_FOUND', 'No such zone', `${field}.zoneId`));
  const known = new Set(kioskMetrics().map(({ id }) => id));
  const isFine = metrics.length > 0 && metrics.length <= maxKioskMetrics && metrics.every((id) => known.has(id));
  if (!isFine || new Set(metrics).size < metrics.length)
    return err(
      failure('BAD_INPUT', `metrics takes 1 to ${maxKioskMetrics} different ids of metrics`, `${field}.metrics`),
    );
  return ok({ installationId: site.id, zoneId: (zone?.id ?? null) as ZoneId | null, metrics });
}

type Action = 'kiosk.created' | 'kiosk.changed' | 'kiosk.linkRenewed' | 'kiosk.deleted';

/** Users limited to other sites cannot read the entry. */
function record(scope: Scope, transaction: Database, { id, name, pages }: StoredKiosk, action: Action, at: number) {
  const [only, ...others] = new Set(pages.map(({ installationId }) => installationId));
  const site = only === undefined || others.length > 0 ? {} : { installationId: only };
  return recordAudit(scope, transaction, { at, action, details: { name }, subjectId: id, ...site });
}

const change = (
  { db, clock }: KioskChanges,
  make: (transaction: Database, at: number) => Promise<Result<StoredKiosk, Failure>>,
): Promise<Result<StoredKiosk, Failure>> =>
  inTransaction(db, async (transaction) => unwrap(await make(transaction, clock.now())));
