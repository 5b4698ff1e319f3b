import type { LocalDate } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Part } from '@atrium/testkit/oracle';

const conditionOf = ({ filters }: RawQuery, name: string) =>
  filters?.conditions.find(({ criterion }) => criterion === name);
const valuesOf = (query: RawQuery, name: string) => conditionOf(query, name)?.values ?? [];

export const readPeriods = (query: RawQuery) =>
  valuesOf(query, 'DATE').map((range) => range.split('/') as unknown as readonly [LocalDate, LocalDate]);

/** Returns the weekdays of a query (1 is Monday), or null for all of them. */
export function readWeekdays(query: RawQuery): readonly number[] | null {
  const days = conditionOf(query, 'DAY');
  if (days === undefined) return null;
  return [1, 2, 3, 4, 5, 6, 7].filter((day) => days.values.includes(String(day)) === (days.operator !== 'NOT_IN'));
}

/** Returns the part of a site that a query covers. Null if it is about other sites. */
export function findPart(query: RawQuery, site: Topology): Part | null {
  const [zoneIds, deviceIds, tagIds] = ['ZONES', 'DEVICES', 'TAGS'].map((name) => valuesOf(query, name).map(Number));
  const isAsked = ({ id, tagIds: own }: Topology['zones'][number]) =>
    (zoneIds?.length === 0 || zoneIds?.includes(id)) &&
    (tagIds?.length === 0 || own.some((tag) => tagIds?.includes(tag)));
  const zones = site.zones.filter(isAsked).map(({ id }): number => id);
  if (deviceIds?.length === 0) return zones.length === 0 ? null : { zones, passages: null, devices: null };
  const devices = site.devices.map(({ id }): number => id).filter((id) => deviceIds?.includes(id));
  return devices.length === 0 ? null : { zones, passages: null, devices };
}
