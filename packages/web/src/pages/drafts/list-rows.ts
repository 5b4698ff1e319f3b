import { includesSites } from '@atrium/domain/people/access';
import type { BuiltDashboardsQuery } from './operations.generated.ts';

/** A dashboard that the user may edit or copy, or an unpublished draft. */
export interface PageRow {
  readonly key: string;
  /** Null if it was never published. */
  readonly dashboardId: number | null;
  /** Null if it has no draft. */
  readonly draftId: number | null;
  readonly name: string;
  readonly icon: string | null;
  readonly isOwn: boolean;
  /** URL for readers. */
  readonly url: string | null;
  readonly changedAt: number | null;
  readonly mayEdit: boolean;
}

/** Merges dashboards with their drafts, sorted by name. */
export function buildPageRows(
  { allDashboardsV2, dashboardDrafts }: BuiltDashboardsQuery,
  mayEditShared: boolean,
  locale: string,
  /** The sites the viewer is limited to; null means all. */
  limitedTo: readonly number[] | null = null,
): readonly PageRow[] {
  const drafts = new Map(dashboardDrafts.map((draft) => [draft.dashboardId, draft]));
  const stored = allDashboardsV2.flatMap(
    ({ id, key, kind, name, icon, url, installationId, lastModified }): readonly PageRow[] => {
      if (id === null || (kind !== 'user' && kind !== 'organisation')) return [];
      const draft = drafts.get(id);
      const isOwn = kind === 'user';
      return [
        {
          key,
          dashboardId: id,
          draftId: draft?.id ?? null,
          name: draft?.name ?? name,
          icon,
          isOwn,
          url,
          changedAt: draft?.changedAt ?? lastModified,
          mayEdit:
            isOwn || (mayEditShared && includesSites(limitedTo, installationId === null ? null : [installationId])),
        },
      ];
    },
  );
  const fresh = dashboardDrafts.flatMap(({ id, dashboardId, name, isOwn, changedAt }): readonly PageRow[] =>
    dashboardId === null
      ? [{ key: `draft ${id}`, dashboardId, draftId: id, name, icon: null, isOwn, url: null, changedAt, mayEdit: true }]
      : [],
  );
  return [...stored, ...fresh].toSorted((one, other) => one.name.localeCompare(other.name, locale));
}
