export { CountingInstallationPage } from './counting/counting-page.tsx';
