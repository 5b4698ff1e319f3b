import { useQuery } from '@apollo/client/react';
import { session } from '../access/index.ts';
import { OrganizationDocument, ViewerDocument, type ViewerQuery } from './operations.generated.ts';
import type { Viewer } from './viewer.ts';

/** The signed-in person once known; null while loading. Throws what kept it from loading, for the error screen. */
export function useViewerQuery(): Viewer | null {
  const me = useQuery(ViewerDocument, { fetchPolicy: 'network-only' });
  const organizationId = me.data?.me.organizationIds[0];
  const organization = useQuery(OrganizationDocument, {
    variables: { organizationId: organizationId ?? 0 },
    skip: organizationId === undefined,
  });
  const error = me.error ?? organization.error;
  // A session that just ended is on its way to the door; that is no fault to show.
  if (error !== undefined && session.token() !== null && (me.data === undefined || organization.data === undefined))
    throw error;
  if (me.data === undefined || organization.data === undefined) return null;
  return viewerOf(me.data.me, organization.data.organizationById);
}

function viewerOf(me: ViewerQuery['me'], organization: Viewer['organization']): Viewer {
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
    customLinks: me.customLinks,
    organization,
  };
}
