export { SiteEditorPage } from './editor/site-editor-page.tsx';
export { SetUpSitesPage } from './list/set-up-sites-page.tsx';
