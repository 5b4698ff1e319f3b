/** The page of devices that send in their makers' formats. */
export { DevicesPage, WaitingCount } from '../../devices/index.ts';
