export { SiteEditorPage } from './editor/site-editor-page.tsx';
export { SetUpSitesPage } from './set-up-sites-page.tsx';
