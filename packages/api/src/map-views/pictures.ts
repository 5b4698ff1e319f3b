import type { OrganizationId, ZoneId } from '@atrium/domain/core';

/** Where an organization's plans are kept. */
export const plansFolder = (organizationId: OrganizationId) => `plans/${organizationId}`;

/** Where the plan of a zone is kept, if there is one. Heatmaps lie on it too. */
export const planKey = (organizationId: OrganizationId, zoneId: ZoneId) => pictureKey(organizationId, zoneId, plan);

/** The picture of a zone that is called so. */
const plan = 'plan';

export const isPictureName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(name);

/** Where a picture of a zone's map is kept, by the name its configuration has for it. */
export const pictureKey = (organizationId: OrganizationId, zoneId: number, name: string) =>
  `${plansFolder(organizationId)}/${zoneId}${name === plan ? '' : `-${name}`}.png`;

/** The name a key was made of; null: it is no picture of that zone. */
export function pictureName(organizationId: OrganizationId, zoneId: number, key: string): string | null {
  const begin = `${plansFolder(organizationId)}/${zoneId}`;
  if (!key.startsWith(begin) || !key.endsWith('.png')) return null;
  const rest = key.slice(begin.length, -'.png'.length);
  if (rest === '') return plan;
  const name = rest.slice(1);
  return rest.startsWith('-') && isPictureName(name) && name !== plan ? name : null;
}

type Config = Readonly<Record<string, unknown>>;

/** The same configuration with its pictures called otherwise; one that `call` has no name for is left out. */
export function respellPictures(config: Config, call: (file: unknown) => unknown): Config {
  const respelt = Object.entries(config).map(([field, value]) => {
    if (!Array.isArray(value) || (field !== 'backgrounds' && field !== 'layers')) return [field, value];
    return [
      field,
      value.flatMap((picture: Config | null) => {
        if (typeof picture !== 'object' || picture === null || !Object.hasOwn(picture, 'file')) return [picture];
        const file = call(picture.file);
        return file === null ? [] : [{ ...picture, file }];
      }),
    ];
  });
  return Object.fromEntries(respelt);
}
