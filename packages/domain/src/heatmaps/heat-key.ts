import { id, isLocalDate, type LocalDate, type OrganizationId, type ZoneId } from '../core/index.ts';
import { type HeatTheme, heatThemes } from './heat-scale.ts';

export const heatGenders = ['all', 'female', 'male', 'unknown'] as const;
export type HeatGender = (typeof heatGenders)[number];

/** Which image of a day it is. `version` changes with the readings behind it (µs of the newest). */
export interface HeatDay {
  readonly organizationId: OrganizationId;
  readonly zoneId: ZoneId;
  /** The site's day. */
  readonly date: LocalDate;
  readonly gender: HeatGender;
  readonly theme: HeatTheme;
  readonly version: number;
}

/** The folder of all images of a zone. */
export const heatFolder = ({ organizationId, zoneId }: Pick<HeatDay, 'organizationId' | 'zoneId'>) =>
  `heatmaps/${organizationId}/${zoneId}`;

/** Without the version: what images of the same day and kind have in common. */
export function heatStem(day: Omit<HeatDay, 'version'>): string {
  return `${heatFolder(day)}/${day.date.replaceAll('-', '_')}_${day.gender}_${day.theme}_`;
}

/** The key of the image in the file store. */
export const heatKey = (day: HeatDay) => `${heatStem(day)}${day.version.toString(36)}.png`;

const form = new RegExp(
  `^heatmaps/(\\d{1,10})/(\\d{1,10})/(\\d{4})_(\\d{2})_(\\d{2})_(${heatGenders.join('|')})_(${heatThemes.join('|')})_([0-9a-z]{1,11})\\.png$`,
);

/** null: not the key of such an image. */
export function parseHeatKey(key: string): HeatDay | null {
  const parts = form.exec(key);
  if (parts === null) return null;
  const [, organization, zone, year, month, day, gender, theme, version = ''] = parts;
  const date = `${year}-${month}-${day}`;
  if (!isLocalDate(date)) return null;
  return {
    organizationId: id<OrganizationId>(Number(organization)),
    zoneId: id<ZoneId>(Number(zone)),
    date,
    gender: gender as HeatGender,
    theme: theme as HeatTheme,
    version: Number.parseInt(version, 36),
  };
}
