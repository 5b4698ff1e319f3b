export { ExportPage } from './export-page.tsx';
export type { ExportSearch } from './export-search.ts';
