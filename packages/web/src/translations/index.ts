export { keepUp } from './keep-up.ts';
