export { AddressDialog } from './address-dialog.tsx';
export { DevicesPage } from './devices-page.tsx';
export { PendingDeviceCount, WaitingDevice } from './waiting-device.tsx';
