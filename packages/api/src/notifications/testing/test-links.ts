import { links } from '../index.ts';

/** Links to a product that does not exist. */
export const testLinks = links(() => 'http://atrium.test');
