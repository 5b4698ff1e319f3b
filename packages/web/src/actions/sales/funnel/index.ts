export { FunnelPage } from './funnel-page.tsx';
export type { FunnelSearch } from './funnel-search.ts';
