import type { OrganizationId, ZoneId } from '@atrium/domain/core';

/** Returns the storage folder of an organization's plans. */
export const getPlansFolder = (organizationId: OrganizationId) => `plans/${organizationId}`;

/** Returns the storage key of a zone's plan. Heatmaps use it too. */
export const getPlanKey = (organizationId: OrganizationId, zoneId: ZoneId) =>
  getPictureKey(organizationId, zoneId, plan);

/** Reserved picture name of a zone's plan. */
const plan = 'plan';

export const isPictureName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(name);

/** Returns the storage key of a picture, from its name in the map's configuration. */
export const getPictureKey = (organizationId: OrganizationId, zoneId: number, name: string) =>
  `${getPlansFolder(organizationId)}/${zoneId}${name === plan ? '' : `-${name}`}.png`;

/** Returns the picture name of a storage key. Null: it is no picture of that zone. */
export function parsePictureKey(organizationId: OrganizationId, zoneId: number, key: string): string | null {
  const begin = `${getPlansFolder(organizationId)}/${zoneId}`;
  if (!key.startsWith(begin) || !key.endsWith('.png')) return null;
  const rest = key.slice(begin.length, -'.png'.length);
  if (rest === '') return plan;
  const name = rest.slice(1);
  return rest.startsWith('-') && isPictureName(name) && name !== plan ? name : null;
}

type Config = Readonly<Record<string, unknown>>;

/** Replaces the file of each picture by the result of `call`. Drops pictures for which it returns null. */
export function rewritePictures(config: Config, call: (file: unknown) => unknown): Config {
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
