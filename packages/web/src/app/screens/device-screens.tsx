export { DevicesPage, PendingDeviceCount } from '../../setup/devices/index.ts';
