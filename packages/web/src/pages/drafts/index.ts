export { PageBuilder } from './page-builder.tsx';
