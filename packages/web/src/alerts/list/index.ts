export { AlertListPage } from './alert-list-page.tsx';
