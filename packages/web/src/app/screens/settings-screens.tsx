import { Navigate, useParams } from '@tanstack/react-router';
import { MemberGeneralPage } from '../../people/access/members/member-general.tsx';
import { MemberPreferencesPage } from '../../people/access/members/member-preferences.tsx';
import { MemberSecurityPage } from '../../people/access/members/member-security.tsx';
import { sections, useVisiblePlaces } from '../sections.ts';

export { MembersPage } from '../../people/access/members/members-page.tsx';
export { RightProfilesPage } from '../../people/access/people/right-profiles-page.tsx';
export { AuditLogPage } from '../../people/audit/audit-log-page.tsx';
export { OrganizationSettingsPage } from '../../people/organization/settings/organization-page.tsx';

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
