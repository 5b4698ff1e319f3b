export { DevicesPage, WaitingCount } from '../../devices/index.ts';
