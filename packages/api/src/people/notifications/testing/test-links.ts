import { createLinks } from '../index.ts';

/** Links to a product that does not exist. */
export const testLinks = createLinks(() => 'http://atrium.test');
