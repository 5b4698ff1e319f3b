import { Navigate, useParams } from '@tanstack/react-router';
import { MemberGeneralPage, MemberPreferencesPage, MemberSecurityPage } from '../../people/access/people/index.ts';
import { sections, useVisiblePlaces } from '../sections.ts';

export { MembersPage, RightProfilesPage } from '../../people/access/people/index.ts';
export { AuditLogPage } from '../../people/audit/index.ts';
export { OrganizationSettingsPage } from '../../people/organization/settings/index.ts';

/** Redirects to the first settings page the viewer may see. */
export function FirstSettings() {
  const [first] = useVisiblePlaces(sections.settings.links);
  return <Navigate to={first?.path ?? '/not-found'} replace />;
}

const memberTabs = {
  general: MemberGeneralPage,
  preferences: MemberPreferencesPage,
  security: MemberSecurityPage,
} as const;

/** One of a member's tabs. An unknown tab is not found. */
export function MemberScreen() {
  const { tab } = useParams({ from: '/authenticated/settings/user-management/$userId/$tab' });
  const Page = Object.hasOwn(memberTabs, tab) ? memberTabs[tab as keyof typeof memberTabs] : null;
  return Page === null ? <Navigate to="/not-found" replace /> : <Page />;
}
