import {
  addDays,
  daysBetween,
  id,
  isLocalDate,
  type LocalDate,
  type OrganizationId,
  type ZoneId,
} from '../../core/index.ts';
import { type HeatTheme, heatThemes } from './heat-image.ts';

export const heatGenders = ['all', 'female', 'male', 'unknown'] as const;
export type HeatGender = (typeof heatGenders)[number];

/** Identifies a day's image. `version` is a hash of the readings behind it. */
export interface HeatDay {
  readonly organizationId: OrganizationId;
  readonly zoneId: ZoneId;
  /** Day in the site's time zone. */
  readonly date: LocalDate;
  readonly gender: HeatGender;
  readonly theme: HeatTheme;
  readonly version: number;
}

/** Returns the folder of all images of a zone. */
export const getHeatFolder = ({ organizationId, zoneId }: Pick<HeatDay, 'organizationId' | 'zoneId'>) =>
  `heatmaps/${organizationId}/${zoneId}`;

/** Returns the key without the version, common to all images of the same day and kind. */
export function buildHeatStem(day: Omit<HeatDay, 'version'>): string {
  return `${getHeatFolder(day)}/${day.date.replaceAll('-', '_')}_${day.gender}_${day.theme}_`;
}

/** Returns the key of the image in the file store. */
export const buildHeatKey = (day: HeatDay) => `${buildHeatStem(day)}${day.version.toString(36)}.png`;

const form = new RegExp(
  `^heatmaps/(\\d{1,10})/(\\d{1,10})/(\\d{4})_(\\d{2})_(\\d{2})_(${heatGenders.join('|')})_(${heatThemes.join('|')})_([0-9a-z]{1,11})\\.png$`,
);

/** Parses a key. Null: not the key of a heatmap image. */
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

/**
 * Returns the days of a carousel, oldest first: the last `limit` days of the period that have begun. `to` is exclusive.
 */
export function listCarouselDays(
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
  today: LocalDate,
  limit: number,
): readonly LocalDate[] {
  const end = addDays(today, 1) < to ? addDays(today, 1) : to;
  const count = Math.min(limit, Math.max(0, daysBetween(from, end)));
  return Array.from({ length: count }, (_, index) => addDays(end, index - count));
}
