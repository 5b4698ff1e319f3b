export { DevicesPage } from './devices-page.tsx';
export { WaitingCount } from './waiting-count.tsx';
