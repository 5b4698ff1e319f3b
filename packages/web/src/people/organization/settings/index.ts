export { OrganizationSettingsPage } from './organization-page.tsx';
