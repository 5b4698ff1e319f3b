import type { UserId } from '@atrium/domain/core';
import type { Builder } from '../../../../platform/graphql/builder.ts';
import { orThrow } from '../../../../platform/graphql/errors.ts';
import type { Scope } from '../../../../platform/tenancy/index.ts';
import { maxListedImports, type ReadingsImportRecord, readingsImportsStore } from './readings-imports.store.ts';
import {
  type ImportUndoEffect,
  readImportUndo,
  type UndoDependencies,
  undoReadingsImport,
} from './undo-readings-import.ts';

export interface HistoryDependencies extends UndoDependencies {
  readonly namesOf: (scope: Scope, userIds: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;
}

/** An import with names; null for commands and former users. */
interface ListedImport extends ReadingsImportRecord {
  readonly by: string | null;
  readonly undoneByName: string | null;
}

/** Microseconds: counting an import's readings, and restoring what it replaced. */
const costs = { preview: 100_000, undo: 200_000 };

/** Registers the list of imported files of readings, and their undo. */
export function registerReadingsImports(hub: Builder, dependencies: HistoryDependencies): void {
  const listed = registerListed(hub);
  const effect = registerEffect(hub);
  hub.queryField('readingsImports', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: [listed],
      length: { most: maxListedImports },
      description: 'The newest imported files of readings, of sites that the caller sees.',
      resolve: async (_root, _args, { scope }) => [
        ...(await addNames(dependencies, scope, await readingsImportsStore(dependencies.db).latest(scope))),
      ],
    }),
  );
  hub.queryField('readingsImportUndo', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: effect,
      cost: () => costs.preview,
      description: 'What undoing an import of readings would change.',
      args: { readingsImportId: t.arg.int({ required: true }) },
      resolve: async (_root, { readingsImportId }, { scope }) =>
        orThrow(await readImportUndo(dependencies, scope, readingsImportId)),
    }),
  );
  hub.mutationField('undoReadingsImport', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: listed,
      cost: () => costs.undo,
      description:
        'Undoes an import: what it added counts no more, and what it replaced counts again. Readings that a device sent again since stay.',
      args: {
        readingsImportId: t.arg.int({ required: true }),
        reason: t.arg.string({ required: true, description: 'Kept in the audit log.' }),
      },
      resolve: async (_root, { readingsImportId, reason }, { scope }) => {
        const undone = orThrow(await undoReadingsImport(dependencies, scope, readingsImportId, reason));
        return (await addNames(dependencies, scope, [undone]))[0] as ListedImport;
      },
    }),
  );
}

async function addNames(
  { namesOf }: Pick<HistoryDependencies, 'namesOf'>,
  scope: Scope,
  imports: readonly ReadingsImportRecord[],
): Promise<readonly ListedImport[]> {
  const people = imports.flatMap(({ userId, undoneBy }) => [userId ?? [], undoneBy ?? []].flat());
  const names = await namesOf(scope, [...new Set(people)]);
  const nameOf = (user: UserId | null) => (user === null ? null : (names.get(user) ?? null));
  return imports.map((one) => ({ ...one, by: nameOf(one.userId), undoneByName: nameOf(one.undoneBy) }));
}

function registerListed(hub: Builder) {
  return hub.objectRef<ListedImport>('ImportedReadings').implement({
    description: 'A file of readings that was imported.',
    fields: (t) => ({
      id: t.exposeInt('id'),
      at: t.expose('at', { type: 'Timestamp' }),
      fileName: t.exposeString('fileName'),
      by: t.exposeString('by', { nullable: true, description: 'Null: a command, or a former user.' }),
      added: t.exposeInt('added', { description: 'Readings that were new.' }),
      replaced: t.exposeInt('replaced', { description: 'Readings that replaced others.' }),
      hasEnded: t.boolean({
        description: 'False: it is running, or was interrupted.',
        resolve: ({ endedAt }) => endedAt !== null,
      }),
      undoneAt: t.expose('undoneAt', { type: 'Timestamp', nullable: true }),
      undoneBy: t.exposeString('undoneByName', { nullable: true }),
      undoneReason: t.exposeString('undoneReason', { nullable: true }),
      isRestored: t.exposeBoolean('isRestored', {
        description: 'Whether what it replaced counts again. False after an undo that failed: repeat it.',
      }),
    }),
  });
}

function registerEffect(hub: Builder) {
  return hub.objectRef<ImportUndoEffect>('ReadingsImportUndo').implement({
    fields: (t) => ({
      removed: t.exposeInt('removed', { description: 'Readings that will count no more.' }),
      restored: t.exposeInt('restored', { description: 'Readings whose former values will count again.' }),
      kept: t.exposeInt('kept', { description: 'Readings that stay, because they were sent again since.' }),
    }),
  });
}
