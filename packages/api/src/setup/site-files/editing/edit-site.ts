import { type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import type { SiteDeclaration } from '@atrium/domain/setup/site-files';
import { isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { loadPlaces, type StoredSites } from '../../../sites/stored/index.ts';
import { applySiteFile, type Provisioning } from '../apply-and-export.ts';
import { type Change, isRemoved } from '../compare-states.ts';
import { loadOrganizationName, loadTagPaths, loadVersion } from '../store/load-state.store.ts';
import { formatDeclaration } from './format-declaration.ts';
import { toDeclaration } from './to-declaration.ts';

/** A site as a screen edits it, with the version it has read. */
export interface EditedSite {
  readonly id: InstallationId;
  readonly version: number;
  readonly declaration: SiteDeclaration;
}

/** A problem with a field of the declaration, at a path such as `['zones', '0', 'limit']`. */
export interface EditProblem {
  readonly path: FieldPath;
  readonly message: string;
}

export interface EditOutcome {
  readonly applied: boolean;
  /** Whether another user has changed the site since. */
  readonly isConflict: boolean;
  readonly changes: readonly Change[];
  readonly problems: readonly EditProblem[];
  /** The site after the change. Null if it was not applied. */
  readonly site: EditedSite | null;
}

export interface EditOptions {
  readonly dryRun: boolean;
  /** Null: the site is new. */
  readonly version: number | null;
}

/** Returns the sites in service, by name. */
export async function loadEditedSites(db: Database, organizationId: OrganizationId): Promise<readonly EditedSite[]> {
  const stored = await loadPlaces(db, organizationId);
  const keys = [...stored.state.installation.values()].filter((site) => !isRemoved(site)).map(({ key }) => key);
  const sites = await Promise.all(keys.map((key) => siteOf(db, organizationId, key, stored)));
  return sites
    .filter((site) => site !== null)
    .sort((left, right) => left.declaration.name.localeCompare(right.declaration.name, 'en'));
}

async function siteOf(
  db: Database,
  organizationId: OrganizationId,
  key: string,
  stored: StoredSites,
): Promise<EditedSite | null> {
  const declaration = toDeclaration(stored.state, key);
  const version = await loadVersion(db, organizationId, key);
  const siteId = stored.ids.installation.get(key);
  if (declaration === null || version === null || siteId === undefined) return null;
  return { id: id<InstallationId>(siteId), version, declaration };
}

/**
 * Applies a declaration from a screen like a site file: in one transaction, with the same rules and audit. Zones,
 * passages and devices left out stay; removed ones have a removal date.
 */
export async function editSite(
  provisioning: Provisioning,
  by: Scope,
  declaration: SiteDeclaration,
  { dryRun, version }: EditOptions,
): Promise<EditOutcome> {
  const { db } = provisioning;
  const { organizationId } = by;
  const known = await loadTagPaths(db, organizationId);
  const text = formatDeclaration(await loadOrganizationName(db, organizationId), declaration, known);
  const { applied, isConflict, changes, problems } = await applySiteFile(provisioning, text, {
    dryRun,
    prune: false,
    within: organizationId,
    by,
    seen: { key: declaration.key, version },
  });
  const site = applied ? await siteOf(db, organizationId, declaration.key, await loadPlaces(db, organizationId)) : null;
  return { applied, isConflict, changes, problems: placed(text, problems), site };
}

/** Maps problems to the fields they are about. The text has one line, so columns are offsets. */
function placed(
  text: string,
  problems: readonly { readonly column: number; readonly message: string }[],
): readonly EditProblem[] {
  if (problems.length === 0) return [];
  const root = parseDocument(text).contents;
  return problems.map(({ column, message }) => ({
    path: findPath(root, column - 1).slice(2),
    message,
  }));
}

type FieldPath = readonly string[];

/** Returns the path of the field at an offset, or of the innermost one that contains it. */
function findPath(root: Node | null, offset: number): FieldPath {
  if (isSeq(root)) {
    const index = root.items.findIndex((item) => covers(item as Node, offset));
    return index < 0 ? [] : [String(index), ...findPath(root.items[index] as Node, offset)];
  }
  if (!isMap(root)) return [];
  for (const { key, value } of root.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (covers(key as Node, offset)) return [name];
    if (value !== null && covers(value as Node, offset)) return [name, ...findPath(value as Node, offset)];
  }
  return [];
}

function covers({ range }: Node, offset: number): boolean {
  return range != null && range[0] <= offset && offset < range[1];
}
