import manifest from '../../package.json' with { type: 'json' };

/** Set when the server is bundled from a checkout: `0.2.0` for a release, `0.2.0-dev.1a2b3c4` for another commit. */
declare const builtVersion: string;

/** Version of this build of the product. From the sources, it is that of the package. */
export const productVersion: string = typeof builtVersion === 'undefined' ? manifest.version : builtVersion;

/**
 * Whether `version` is of a later release than `own`. Development builds precede their release, and among each other
 * have no order: their schemas decide.
 */
export function isLaterRelease(version: string, own: string): boolean {
  const [one, other] = [partsOf(version), partsOf(own)];
  const at = one.findIndex((part, place) => part !== other[place]);
  return at >= 0 && (one[at] as number) > (other[at] as number);
}

/** Major, minor and patch number, then 0 for a development build and 1 for a release. */
function partsOf(version: string): readonly number[] {
  const [release = '', build] = version.split('-');
  const numbers = release.split('.').map(Number);
  return [0, 1, 2].map((place) => numbers[place] || 0).concat(build === undefined ? 1 : 0);
}
