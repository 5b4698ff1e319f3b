export { ReadingsImportPage } from './readings-import-page.tsx';
