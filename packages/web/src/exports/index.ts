export { ExportPage } from './export-page.tsx';
export type { ExportSearch, LostPart } from './export-search.ts';
