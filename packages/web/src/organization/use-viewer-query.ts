import { useQuery } from '@apollo/client/react';
import type { Family } from '@atrium/domain/access';
import { session } from '../access/index.ts';
import { ViewerDocument, type ViewerQuery } from './operations.generated.ts';
import type { Viewer } from './viewer.ts';

/** The signed-in person once known; null while loading. Throws what kept it from loading, for the error screen. */
export function useViewerQuery(): Viewer | null {
  const { data, error } = useQuery(ViewerDocument, { fetchPolicy: 'network-only' });
  // A session that just ended is on its way to the sign-in page; that is no fault to show.
  if (error !== undefined && session.token() !== null && data === undefined) throw error;
  return data === undefined ? null : viewerOf(data);
}

/** The dashboards that are derived from what the viewer's events measure. */
const familyOfType: Readonly<Record<string, Family>> = {
  countingSite: 'counting',
  atmosphereSite: 'atmosphere',
  energySite: 'energy',
};

export function viewerOf({ me, organization, allDashboardsV2 }: ViewerQuery): Viewer {
  const derived = allDashboardsV2.filter((dashboard) => dashboard.static);
  return {
    id: me.id,
    email: me.email,
    fullName: `${me.firstName} ${me.lastName}`.trim() || null,
    picture: me.picture,
    isAdmin: me.role === 'admin',
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
