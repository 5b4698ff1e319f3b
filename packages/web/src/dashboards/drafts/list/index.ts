export { PagesPage } from './pages-page.tsx';
