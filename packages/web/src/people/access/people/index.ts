export { MemberGeneralPage } from '../members/member-general.tsx';
export { MemberPreferencesPage } from '../members/member-preferences.tsx';
export { MemberSecurityPage } from '../members/member-security.tsx';
export { MembersPage } from '../members/members-page.tsx';
export { ProfileGeneralPage } from './profile-general-tab.tsx';
export { ProfilePreferencesPage } from './profile-preferences-tab.tsx';
export { ProfileSecurityPage } from './profile-security-tab.tsx';
export { RightProfilesPage } from './right-profiles-page.tsx';
