/** The page on which people count by hand at the doors of a site. */
export { ManualCountsPage } from './manual-counts-page.tsx';
