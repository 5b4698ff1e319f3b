export { BackTest } from './back-test.tsx';
