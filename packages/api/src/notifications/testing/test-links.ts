import { links } from '../index.ts';

/** Addresses of a product that is not there. */
export const testLinks = links(() => 'http://atrium.test');
