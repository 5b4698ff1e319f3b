export { DevicesPage, WaitingCount } from '../../setup/devices/index.ts';
