import { isThere, type Place, type SiteDeclaration, treeOf } from '@atrium/domain/site-files';

/** Returns the places where devices can be installed as options, doors first. */
export function placeOptions(site: SiteDeclaration): { readonly value: string; readonly text: string }[] {
  return [
    ...site.passages.filter(isThere).map(({ key, name }) => ({ value: `passage ${key}`, text: name })),
    ...treeOf(site.zones).map(({ zone }) => ({ value: `zone ${zone.key}`, text: zone.name })),
  ];
}

export function placeOf(value: string): Place | null {
  const [kind, key] = value.split(' ');
  if (key === undefined) return null;
  return kind === 'passage' ? { passage: key } : { zone: key };
}
