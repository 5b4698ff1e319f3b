import { Navigate } from '@tanstack/react-router';
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

export const MemberGeneralScreen = () => (
  <Gated right="organization.user.read">
    <MemberGeneralPage />
  </Gated>
);

export const MemberPreferencesScreen = () => (
  <Gated right="organization.user.read">
    <MemberPreferencesPage />
  </Gated>
);

export const MemberSecurityScreen = () => (
  <Gated right="organization.user.read">
    <MemberSecurityPage />
  </Gated>
);

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
