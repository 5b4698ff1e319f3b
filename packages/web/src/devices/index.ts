export { DevicesPage } from './devices-page.tsx';
