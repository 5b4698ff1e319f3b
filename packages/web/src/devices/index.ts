export { AddressDialog } from './address-dialog.tsx';
export { DevicesPage } from './devices-page.tsx';
export { WaitingCount } from './waiting-count.tsx';
export { WaitingDevice } from './waiting-device.tsx';
