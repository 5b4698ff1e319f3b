export { ManualCountsPage } from './manual-counts-page.tsx';
