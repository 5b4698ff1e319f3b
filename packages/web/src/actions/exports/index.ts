export { ExportPage } from './export-page.tsx';
export type { ExportSearch, UnsupportedPart } from './export-search.ts';
