export { EmbeddedPage } from './embedded-page.tsx';
