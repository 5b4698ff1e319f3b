/** The page on which a file of past readings is checked and imported. */
export { ReadingsImportPage } from './readings-import-page.tsx';
