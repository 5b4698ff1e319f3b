import { Navigate, useParams } from '@tanstack/react-router';
import {
  MemberGeneralPage,
  MemberPreferencesPage,
  MemberSecurityPage,
  MembersPage,
  RightProfilesPage,
} from '../../access/people/index.ts';
import { AuditLogPage } from '../../audit/index.ts';
import { OrganizationSettingsPage } from '../../organisation/settings/index.ts';
import { sections, useShown } from '../places/index.ts';
import { Gated } from './gated.tsx';

/** The first settings page the viewer may see. */
export function FirstSettings() {
  const [first] = useShown(sections.settings.links);
  return <Navigate to={first?.path ?? '/not-found'} replace />;
}

export const OrganizationScreen = () => (
  <Gated right="organization.general.read">
    <OrganizationSettingsPage />
  </Gated>
);

export const MembersScreen = () => (
  <Gated right="organization.user.read">
    <MembersPage />
  </Gated>
);

const memberTabs = {
  general: MemberGeneralPage,
  preferences: MemberPreferencesPage,
  security: MemberSecurityPage,
} as const;

/** One of a member's tabs; another word is no page. */
export function MemberScreen() {
  const { tab } = useParams({ from: '/house/settings/user-management/$userId/$tab' });
  const Page = Object.hasOwn(memberTabs, tab) ? memberTabs[tab as keyof typeof memberTabs] : null;
  if (Page === null) return <Navigate to="/not-found" replace />;
  return (
    <Gated right="organization.user.read">
      <Page />
    </Gated>
  );
}

export const RightProfilesScreen = () => (
  <Gated right="organization.user.read">
    <RightProfilesPage />
  </Gated>
);

export const AuditLogScreen = () => (
  <Gated right="administrator">
    <AuditLogPage />
  </Gated>
);
