export { CountingSitePage } from './counting/counting-page.tsx';
