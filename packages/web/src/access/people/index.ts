export { ProfileGeneralPage } from './profile/general-tab.tsx';
export { ProfilePreferencesPage } from './profile/preferences-tab.tsx';
export { ProfileSecurityPage } from './profile/security-tab.tsx';
