export { SitesOverviewPage } from './sites-overview-page.tsx';
