import {
  findDueSpan,
  maxRepeatingExports,
  parseExportRequest,
  type RawExportRequest,
  type Repeating,
} from '@atrium/domain/actions/exports';
import { findNextSlot, maxIncludedDays, type SendDay } from '@atrium/domain/actions/schedules';
import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { recordAudit } from '../../../people/audit/index.ts';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { addActor, checkRecipients, findSize } from '../request-export.ts';
import type { RepeatingExport } from './repeating.store.ts';
import { repeatingStore } from './repeating.store.ts';

/** A repeating export as submitted. */
export interface RawRepeating extends Omit<RawExportRequest, 'from' | 'to'> {
  readonly sendDay: SendDay;
  readonly hour: number;
  readonly includedDays: number;
}

/** Time a deleted one can be restored, ms. */
export const restorableMs = 3_600_000;

const noSuch = err(failure('NOT_FOUND', 'No such repeating export', 'id'));
const noRight = err(failure('FORBIDDEN', 'Exporting data is not among your rights'));

/** Creates a repeating export. Its first run must be a valid export. */
export async function repeatExport(
  deps: ExportsDependencies,
  scope: Scope,
  raw: RawRepeating,
): Promise<Result<RepeatingExport, Failure>> {
  const { db, clock, sites } = deps;
  if (scope.userId === null || !(await deps.mayExport(scope))) return noRight;
  const schedule = readSchedule(raw);
  if (!schedule.ok) return schedule;
  const at = clock.now();
  const known = (await sites.topologies(scope)).find(({ installationId }) => installationId === raw.installationId);
  if (known === undefined) return err(failure('NOT_FOUND', 'No such site', 'installationId'));
  const nextAt = findNextSlot(schedule.value, known.timezone, at).at;
  const request = parseExportRequest(
    { ...raw, ...findDueSpan(known, schedule.value, nextAt) },
    { mayLackRecipients: deps.delivery.mail === 'none' },
  );
  if (!request.ok) return request;
  const sized = await findSize(deps, scope, request.value);
  if (!sized.ok) return sized;
  const refused = await checkRecipients(deps, scope, request.value);
  if (refused !== null) return err(refused);
  return inTransaction(db, async (transaction) => {
    const store = repeatingStore(transaction);
    if ((await store.count(scope)) >= maxRepeatingExports)
      return unwrap(err(failure('RATE_LIMITED', `An organization has at most ${maxRepeatingExports} of them`)));
    const { from: _from, to: _to, ...standing } = request.value;
    const repeating = await store.insert(scope, {
      ...schedule.value,
      request: addActor(scope, standing),
      at,
      nextAt,
    });
    await recordAudit(scope, transaction, {
      at,
      action: 'export.repeated',
      details: { name: known.name, recipients: standing.userIds.length },
      subjectId: repeating.id,
      installationId: standing.installationId,
    });
    return repeating;
  });
}

function readSchedule({ sendDay, hour, includedDays }: RawRepeating): Result<Repeating, Failure> {
  const refuse = (field: string, takes: string) => err(failure('BAD_INPUT', `${field} takes ${takes}`, field));
  if (!Number.isInteger(hour) || hour < 0 || hour > 23) return refuse('hour', '0 to 23');
  if (!Number.isInteger(includedDays) || includedDays < 1 || includedDays > maxIncludedDays)
    return refuse('includedDays', `1 to ${maxIncludedDays}`);
  return ok({ sendDay, hour, includedDays });
}

/** The caller's own repeating export with its site. Its row is locked. */
interface LockedRepeating {
  readonly transaction: Database;
  readonly repeating: RepeatingExport;
  /** Null: deleted, or not visible to the user any more. */
  readonly site: Topology | null;
}

/** Changes a repeating export of the caller and audits it. */
async function changeOwn(
  { db, clock, sites }: ExportsDependencies,
  scope: Scope,
  find: (transaction: Database) => Promise<RepeatingExport | null>,
  change: (
    held: LockedRepeating,
  ) => Promise<`export.repeating${'SwitchedOn' | 'SwitchedOff' | 'Deleted' | 'Restored'}`>,
): Promise<Result<true, Failure>> {
  return inTransaction(db, async (transaction) => {
    const repeating = await find(transaction);
    if (repeating === null) return unwrap(noSuch);
    const { id: subjectId, installationId } = repeating;
    const site = await sites.topology(scope, installationId);
    const action = await change({ transaction, repeating, site });
    const details = { name: site?.name ?? '' };
    await recordAudit(scope, transaction, { at: clock.now(), action, details, subjectId, installationId });
    return true as const;
  });
}

/** Switches a repeating export on or off. Switched on, it starts with the next slot. */
export async function switchRepeating(
  deps: ExportsDependencies,
  scope: Scope,
  repeatingId: number,
  isOn: boolean,
): Promise<Result<true, Failure>> {
  if (isOn && !(await deps.mayExport(scope))) return noRight;
  return changeOwn(
    deps,
    scope,
    (transaction) => repeatingStore(transaction).hold(scope, repeatingId),
    async ({ transaction, repeating, site }) => {
      if (isOn && site === null) return unwrap(err(failure('BAD_INPUT', 'Its site is gone', 'id')));
      const isKept = isOn && repeating.nextAt !== null;
      const nextAt = !isOn || site === null ? null : findNextSlot(repeating, site.timezone, deps.clock.now()).at;
      await repeatingStore(transaction).setNext(scope, repeatingId, isKept ? repeating.nextAt : nextAt);
      return isOn ? 'export.repeatingSwitchedOn' : 'export.repeatingSwitchedOff';
    },
  );
}

/** Deletes a repeating export. It can be restored for an hour. */
export const deleteRepeating = (deps: ExportsDependencies, scope: Scope, repeatingId: number) =>
  changeOwn(
    deps,
    scope,
    (transaction) => repeatingStore(transaction).hold(scope, repeatingId),
    async ({ transaction }) => {
      await repeatingStore(transaction).remove(scope, repeatingId, deps.clock.now());
      return 'export.repeatingDeleted';
    },
  );

/** Restores a recently deleted repeating export. Slots that passed in the meantime are skipped. */
export const restoreRepeating = (deps: ExportsDependencies, scope: Scope, repeatingId: number) =>
  changeOwn(
    deps,
    scope,
    (transaction) => repeatingStore(transaction).restore(scope, repeatingId, deps.clock.now() - restorableMs),
    async ({ transaction, repeating, site }) => {
      const nextAt =
        site === null || !repeating.enabled ? null : findNextSlot(repeating, site.timezone, deps.clock.now()).at;
      await repeatingStore(transaction).setNext(scope, repeatingId, nextAt);
      return 'export.repeatingRestored';
    },
  );
