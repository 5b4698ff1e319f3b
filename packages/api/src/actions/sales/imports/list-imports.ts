import { err, type Failure, failure, type InstallationId, ok, type Result, type UserId } from '@atrium/domain/core';
import { type Page, parsePageRequest, writeCursor } from '../../../platform/graphql/connections.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { importListStore, type SalesImport } from './import-list.store.ts';
import type { SalesImportsDependencies } from './import-sales.ts';
import { buildFileUrl } from './import-sales.ts';

/** An import as its list shows it. */
export interface ReadableImport extends Omit<SalesImport, 'sites'> {
  readonly fileUrl: string;
  /** Null: a former user. */
  readonly userName: string | null;
  readonly undoneByName: string | null;
  /** With current names. Null: the site was removed. */
  readonly sites: readonly (SalesImport['sites'][number] & { readonly name: string | null })[];
}

type Reads = Pick<SalesImportsDependencies, 'db' | 'clock' | 'sites' | 'files' | 'namesOf'>;

/** Returns imports whose shops the caller sees, newest first. */
export async function listImports(
  reads: Reads,
  scope: Scope,
  wanted: { readonly first?: number | null | undefined; readonly after?: string | null | undefined },
): Promise<Result<Page<ReadableImport>, Failure>> {
  const request = parsePageRequest(wanted);
  if (!request.ok) return request;
  const { size, from } = request.value;
  const [at, importId] = from ?? [];
  if (from !== null && !(Number.isInteger(at) && Number.isInteger(importId)))
    return err(failure('BAD_INPUT', 'after takes a cursor of an earlier page', 'after'));
  const store = importListStore(reads.db);
  const after = from === null ? null : { at: Number(at), id: Number(importId) };
  const [found, count] = await Promise.all([store.page(scope, size, after), store.count(scope)]);
  const shown = await toReadableImports(reads, scope, found.slice(0, size));
  return ok({
    count,
    edges: shown.map((node) => ({ cursor: writeCursor([node.at, node.id]), node })),
    hasNextPage: found.length > size,
    hasPreviousPage: after !== null,
  });
}

/** Adds the current names of users and sites and the file URLs to imports. */
export async function toReadableImports(
  { sites, files, namesOf, clock }: Reads,
  scope: Scope,
  imports: readonly SalesImport[],
): Promise<readonly ReadableImport[]> {
  const people = [...new Set(imports.flatMap(({ userId, undoneBy }) => [userId, undoneBy]))].filter(
    (one) => one !== null,
  );
  const [snapshot, names] = await Promise.all([sites.snapshot(scope), namesOf(scope, people)]);
  const nameOf = (user: UserId | null) => (user === null ? null : (names.get(user) ?? null));
  return imports.map((one) => ({
    ...one,
    fileUrl: buildFileUrl(files, one, clock.now()),
    userName: nameOf(one.userId),
    undoneByName: nameOf(one.undoneBy),
    sites: one.sites.map((site) => ({
      ...site,
      name: snapshot.sites.get(site.installationId as InstallationId)?.fields.name ?? null,
    })),
  }));
}
