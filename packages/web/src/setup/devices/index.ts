export { AddressDialog } from './address-dialog.tsx';
export { DevicesPage } from './devices-page.tsx';
export { WaitingCount, WaitingDevice } from './waiting-device.tsx';
