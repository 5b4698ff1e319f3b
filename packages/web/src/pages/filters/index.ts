export { Named } from './bar-parts.tsx';
