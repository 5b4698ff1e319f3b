export { addressCheck } from './address-check.ts';
export { askOpen } from './ask-open.ts';
export { type ClientAddress, clientAddresses } from './client-address.ts';
export { addressIn, countedAs, networkIn } from './ip-address.ts';
export { isPublic, type OpenAddresses, openAddresses } from './open-addresses.ts';
export { type SecretGuesses, secretGuesses } from './secret-guesses.ts';
