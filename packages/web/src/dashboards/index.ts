export { CountingInstallationPage } from './counting/counting-page.tsx';
export { CountingListPage } from './counting-list/counting-list-page.tsx';
