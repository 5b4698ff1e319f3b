export { type ClientAddress, clientAddresses } from './client-address.ts';
export { countedAs, networkIn } from './ip-address.ts';
