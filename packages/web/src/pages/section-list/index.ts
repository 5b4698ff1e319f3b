export { AtmosphereListPage, CountingListPage, EnergyListPage } from './section-list-page.tsx';
