import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { repeatingStore } from './repeating.store.ts';
import type { RepeatingExport } from './repeating-export.ts';

/** A repeating export as its owner's list shows it. */
export interface ShownRepeating {
  readonly repeating: RepeatingExport;
  /** Null: deleted, or not visible to the user any more. */
  readonly site: string | null;
  readonly timezone: string | null;
  readonly recipients: readonly string[];
}

/** Returns the caller's repeating exports, newest first. */
export async function readRepeating(
  { db, sites, namesOf }: Pick<ExportsDependencies, 'db' | 'sites' | 'namesOf'>,
  scope: Scope,
): Promise<readonly ShownRepeating[]> {
  const all = await repeatingStore(db).all(scope);
  const names = await namesOf(scope, [...new Set(all.flatMap(({ request }) => request.userIds))]);
  const known = new Map((await sites.topologies(scope)).map((site) => [site.installationId, site]));
  return all.map((repeating) => {
    const site = known.get(repeating.installationId);
    return {
      repeating,
      site: site?.name ?? null,
      timezone: site?.timezone ?? null,
      recipients: repeating.request.userIds.flatMap((userId) => names.get(userId) ?? []),
    };
  });
}
