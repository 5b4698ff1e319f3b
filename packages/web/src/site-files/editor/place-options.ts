import { flattenTree, isInService, type Place, type SiteDeclaration } from '@atrium/domain/site-files';

/** Returns the places where devices can be installed as options, doors first. */
export function buildPlaceOptions(site: SiteDeclaration): { readonly value: string; readonly text: string }[] {
  return [
    ...site.passages.filter(isInService).map(({ key, name }) => ({ value: `passage ${key}`, text: name })),
    ...flattenTree(site.zones).map(({ zone }) => ({ value: `zone ${zone.key}`, text: zone.name })),
  ];
}

export function parsePlace(value: string): Place | null {
  const [kind, key] = value.split(' ');
  if (key === undefined) return null;
  return kind === 'passage' ? { passage: key } : { zone: key };
}
