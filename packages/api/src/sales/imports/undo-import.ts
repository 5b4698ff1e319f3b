import { err, type Failure, failure, type InstallationId, ok, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../audit/index.ts';
import { inTransaction, unwrap } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { importListStore, type SalesImport } from './import-list.store.ts';
import type { SalesImportsDependencies } from './imports-dependencies.ts';
import { type UndoEffect, undoStore } from './undo.store.ts';

const notFound = err(failure('NOT_FOUND', 'No such import', 'id'));
const alreadyUndone = err(failure('BAD_INPUT', 'This import is undone already', 'id'));

/** Returns what undoing an import would change. NOT_FOUND if the caller does not see all of its shops. */
export async function readUndoEffect(
  { db }: Pick<SalesImportsDependencies, 'db'>,
  scope: Scope,
  importId: number,
): Promise<Result<UndoEffect, Failure>> {
  const found = await importListStore(db).find(scope, importId);
  if (found === null) return notFound;
  return found.undoneAt === null ? ok(await undoStore(db).effect(importId)) : alreadyUndone;
}

/**
 * Undoes an import. Its receipts get their previous values, except those changed later by another import or a till. The
 * file can be imported again.
 */
export async function undoImport(
  { db, clock, bus }: Pick<SalesImportsDependencies, 'db' | 'clock' | 'bus'>,
  scope: Scope,
  importId: number,
): Promise<Result<SalesImport, Failure>> {
  const at = clock.now();
  const undone = await inTransaction(db, async (transaction) => {
    const found = unwrap<SalesImport>(await held(importListStore(transaction).find(scope, importId, 'held')));
    const effect = await undoStore(transaction).effect(importId);
    await undoStore(transaction).undo(scope, importId, new Date(at));
    const { removed, restored } = effect;
    const details = { file: found.fileName, removed, restored };
    const [first, ...others] = found.sites;
    const site =
      first === undefined || others.length > 0 ? {} : { installationId: first.installationId as InstallationId };
    await recordAudit(scope, transaction, { at, action: 'sales.importUndone', details, subjectId: importId, ...site });
    return { ...found, undoneAt: at, undoneBy: scope.userId };
  });
  if (undone.ok)
    for (const { installationId } of undone.value.sites)
      bus.publish('sales.changed', {
        organizationId: scope.organizationId,
        installationId: installationId as InstallationId,
      });
  return undone;
}

async function held(finding: Promise<SalesImport | null>): Promise<Result<SalesImport, Failure>> {
  const found = await finding;
  if (found === null) return notFound;
  return found.undoneAt === null ? ok(found) : alreadyUndone;
}
