import { useQuery } from '@apollo/client/react';
import type { Family } from '@atrium/domain/people/access';
import { session } from '../access/index.ts';
import { ViewerDocument, type ViewerQuery } from './operations.generated.ts';
import type { Viewer } from './viewer.ts';

/** Loads the viewer; null while loading. Throws the loading error for the error screen. */
export function useViewerQuery(): Viewer | null {
  const { data, error } = useQuery(ViewerDocument, { fetchPolicy: 'network-only' });
  // Once the session has ended, errors are expected: the page is redirecting to the sign-in page.
  if (error !== undefined && session.token() !== null && data === undefined) throw error;
  return data === undefined ? null : toViewer(data);
}

/**
 * Metric family by type of the built-in dashboards, which the server derives from the metrics of the viewer's events.
 */
const familyOfType: Readonly<Record<string, Family>> = {
  countingSite: 'counting',
  atmosphereSite: 'atmosphere',
  energySite: 'energy',
};

export function toViewer({ me, organization, allDashboardsV2 }: ViewerQuery): Viewer {
  const derived = allDashboardsV2.filter((dashboard) => dashboard.static);
  return {
    id: me.id,
    email: me.email,
    fullName: `${me.firstName} ${me.lastName}`.trim() || null,
    picture: me.picture,
    isAdmin: me.role === 'admin',
    isOperator: me.isOperator === true,
    language: me.language,
    theme: me.theme,
    dateFormat: me.dateFormat,
    timezone: me.timezone,
    rights: me.profile.rights,
    installationIds: me.installationIds,
    families: new Set(derived.flatMap(({ type }) => familyOfType[type] ?? [])),
    hasStaticDashboard: derived.length > 0,
    customLinks: me.customLinks,
    organization,
  };
}
