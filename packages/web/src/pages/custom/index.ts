export { CustomPage } from './custom-page.tsx';
