/** The page of devices that send in their makers' formats. */
export { DevicesPage } from '../../devices/index.ts';
