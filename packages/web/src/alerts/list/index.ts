export { AlertListPage } from './alert-list-page.tsx';
export { listSearch } from './list-search.ts';
