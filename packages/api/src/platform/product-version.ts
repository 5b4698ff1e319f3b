import manifest from '../../package.json' with { type: 'json' };

/** The version of the product, as its packages say. */
export const productVersion: string = manifest.version;
