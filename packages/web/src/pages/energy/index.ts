export { EnergySitePage } from './energy-page.tsx';
export { UsesPage } from './uses-page.tsx';
