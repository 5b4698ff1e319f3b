import { err, type Failure, failure, type InstallationId, ok, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { buildConnectionType } from '../../../platform/graphql/connections.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { type Till, tillsStore } from '../tills.store.ts';
import { importListStore, type SalesImport } from './import-list.store.ts';
import type { ImportSales, SalesImportsDependencies } from './import-sales.ts';
import { type ImportTypes, maxCurrencies, registerImportTypes } from './import-types.graphql.ts';
import { listImports, type ReadableImport, toReadableImports } from './list-imports.ts';
import { listShops } from './list-shops.ts';
import { type UndoEffect, undoStore } from './undo.store.ts';

const notFound = err(failure('NOT_FOUND', 'No such import', 'id'));
const longestReason = 500;
const alreadyUndone = err(failure('BAD_INPUT', 'This import is undone already', 'id'));

/** Returns what undoing an import would change. NOT_FOUND if the caller does not see all of its shops. */
async function readUndoEffect(
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
async function undoImport(
  { db, clock, bus }: Pick<SalesImportsDependencies, 'db' | 'clock' | 'bus'>,
  scope: Scope,
  importId: number,
  givenReason: string | null,
): Promise<Result<SalesImport, Failure>> {
  const reason = givenReason?.trim() ?? '';
  if (reason.length > longestReason)
    return err(failure('BAD_INPUT', `reason takes up to ${longestReason} characters`, 'reason'));
  const at = clock.now();
  const undone = await inTransaction(db, async (transaction) => {
    const found = unwrap<SalesImport>(await held(importListStore(transaction).find(scope, importId, 'held')));
    const effect = await undoStore(transaction).effect(importId);
    await undoStore(transaction).undo(scope, importId, new Date(at));
    const { removed, restored } = effect;
    const details = { file: found.fileName, removed, restored, ...(reason !== '' && { reason }) };
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

export interface ImportsGraphqlDependencies extends SalesImportsDependencies {
  readonly importSales: ImportSales;
}

const auth = { area: 'salesImport' } as const;
/** Costs in µs: reading and storing a file of 10 MB, and undoing one. */
const [costOfImport, costOfUndo] = [200_000, 50_000];

/** Registers importing sales files, listing imports, and undoing them. */
export function registerImportsOnHub(hub: Builder, dependencies: ImportsGraphqlDependencies): void {
  const types = registerImportTypes(hub);
  registerReads(hub, dependencies, types);
  registerTills(hub, dependencies, types);
  const input = hub.inputType('ImportSalesMetricsInput', {
    fields: (t) => ({
      file: t.field({ type: 'File', description: '.csv, .xlsx or .xls of at most 10 MB.' }),
      uploaderDateTime: t.string({ required: true, description: 'Local ISO 8601, as the clock of the sender shows.' }),
      uploaderTimezone: t.string({ required: true, description: 'IANA name.' }),
      checkOnly: t.boolean({ description: 'Tells what importing would change, and changes nothing.' }),
    }),
  });
  hub.mutationField('importSalesMetricsCsv', (t) =>
    t.withAuth(auth).field({
      type: types.answer,
      description: 'Imports a file of receipts: all of it or nothing. The same file again changes nothing.',
      cost: () => costOfImport,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: { file, checkOnly, ...sender } }, { scope, signal }) =>
        orThrow(
          await dependencies.importSales(
            scope,
            { ...sender, file: file ?? null, checkOnly: checkOnly ?? false },
            signal,
          ),
        ),
    }),
  );
  hub.mutationField('undoSalesImport', (t) =>
    t.withAuth(auth).field({
      type: types.listed,
      description: 'Puts receipts back to what they were before an import. It can be imported again.',
      cost: () => costOfUndo,
      args: {
        id: t.arg.int({ required: true }),
        reason: t.arg.string({ description: 'Kept in the audit log.' }),
      },
      resolve: async (_root, { id, reason }, { scope }) => {
        const undone = orThrow(await undoImport(dependencies, scope, id, reason ?? null));
        return (await toReadableImports(dependencies, scope, [undone]))[0] as ReadableImport;
      },
    }),
  );
}

function registerReads(hub: Builder, dependencies: ImportsGraphqlDependencies, types: ImportTypes): void {
  const connection = buildConnectionType<ReadableImport>(hub, 'SalesImport', types.listed);
  hub.queryField('salesShops', (t) =>
    t.withAuth(auth).field({
      type: [types.shop],
      length: { of: 'installations' },
      description: 'The sites receipts can be imported for, by their ids in sales files.',
      resolve: async (_root, _args, { scope }) => [...(await listShops(dependencies.sites, scope))],
    }),
  );
  hub.queryField('salesImports', (t) =>
    t.withAuth(auth).field({
      type: connection,
      description: 'The files that were imported, newest first.',
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async (_root, { first, after }, { scope }) =>
        orThrow(await listImports(dependencies, scope, { first, after })),
    }),
  );
  hub.queryField('salesImportUndo', (t) =>
    t.withAuth(auth).field({
      type: types.undo,
      description: 'What undoing an import would change.',
      cost: () => costOfUndo,
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => orThrow(await readUndoEffect(dependencies, scope, id)),
    }),
  );
}

function registerTills(hub: Builder, { db }: ImportsGraphqlDependencies, types: ImportTypes): void {
  const till = hub.objectRef<Till>('SalesTill').implement({
    description: 'A key through which a till sends its receipts.',
    fields: (t) => ({
      publicId: t.exposeString('publicId'),
      name: t.exposeString('name'),
      siteId: t.exposeInt('installationId', { nullable: true, description: 'null: it may tell of all sites.' }),
      createdAt: t.expose('createdAt', { type: 'Timestamp' }),
      lastSoldAt: t.expose('lastSoldAt', { type: 'Timestamp', nullable: true }),
      receipts: t.exposeInt('receipts'),
      turnover: t.field({
        type: [types.amount],
        length: { most: maxCurrencies },
        resolve: ({ turnover }) => [...turnover],
      }),
    }),
  });
  hub.queryField('salesTills', (t) =>
    t.withAuth(auth).field({
      type: [till],
      length: { most: 200 },
      description: 'The keys in force for receipts, with what came by each.',
      cost: () => costOfUndo,
      resolve: async (_root, _args, { scope }) => [...(await tillsStore(db).all(scope))],
    }),
  );
}
