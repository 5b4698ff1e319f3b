import { useQuery } from '@apollo/client/react';
import { omitNulls } from '@atrium/domain/core';
import { parseGlobalFilter, type WidgetGlobalFilter } from '@atrium/domain/pages/definitions';
import { useMemo } from 'react';
import { retryQuery } from '../../numbers/answers/index.ts';
import { CustomPageDocument } from './operations.generated.ts';

export interface CustomPageDefinition {
  readonly name: string;
  readonly dashboard: string;
  /** The dashboard's site; null if it covers several. */
  readonly installationId: number | null;
  readonly pages: readonly { readonly id: number; readonly name: string; readonly url: string }[];
  readonly widgets: readonly unknown[];
  readonly filters: readonly WidgetGlobalFilter[];
}

/**
 * Loads a stored page; null while loading. `isElsewhere`: it belongs to another dashboard. `error`: it does not exist
 * for this user, or could not be loaded.
 */
export function useCustomPage(dashboardId: number, pageId: number) {
  const { data, error, refetch } = useQuery(CustomPageDocument, { variables: { id: pageId } });
  const page = useMemo((): CustomPageDefinition | null => {
    const found = data?.pageById;
    if (!found) return null;
    const pages = found.dashboard.pages.toSorted((one, other) => one.order - other.order);
    return {
      name: found.name,
      dashboard: found.dashboard.name,
      installationId: found.dashboard.installationId,
      pages: pages.map(({ id, name }) => ({ id, name, url: `/dashboard/${found.dashboardId}/page/${id}` })),
      widgets: found.widgets.map(({ definition }) => definition),
      filters: found.widgetGlobalFilters.flatMap(readFilter),
    };
  }, [data]);
  const isElsewhere = data !== undefined && data.pageById.dashboardId !== dashboardId;
  return {
    page: isElsewhere ? null : page,
    isElsewhere,
    error: page === null ? (error ?? null) : null,
    retry: () => void retryQuery(refetch),
  };
}

/** The API returns null for unset fields. A definition omits them. */
function readFilter(raw: object): readonly WidgetGlobalFilter[] {
  const read = parseGlobalFilter(omitNulls(raw));
  return read.ok ? [read.value] : [];
}
