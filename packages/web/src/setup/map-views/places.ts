import { formatNumber } from '@atrium/domain/core/format';
import type { MapElement, PlanForm } from '@atrium/domain/pages/map-views';
import type { Text } from '../../i18n/index.ts';
import type { PlanPlacesQuery } from './operations.generated.ts';

type Locale = Pick<Text, 'locale'>;

/** Formats a length in metres. */
export const formatLength = (metres: number, { locale }: Locale): string =>
  `${formatNumber(metres, { locale, decimals: metres < 100 ? 1 : 0 })} m`;

export const formatArea = (area: number, { locale }: Locale): string =>
  `${formatNumber(area, { locale, decimals: area < 100 ? 1 : 0 })} m²`;

export type PlaceKind = 'zone' | 'passage' | 'device';

/** Something a shape of a plan can represent. */
export interface PlanPlace {
  readonly kind: PlaceKind;
  readonly id: number;
  readonly name: string;
  /** m²; null if unknown or not a zone. */
  readonly area: number | null;
}

/** Kind of place per form: areas are zones, lines are doors, spots are devices. */
export const kindByForm: Readonly<Record<PlanForm, PlaceKind | null>> = {
  area: 'zone',
  line: 'passage',
  spot: 'device',
  outline: null,
};

export function buildPlaces(answer: PlanPlacesQuery): readonly PlanPlace[] {
  const place = (kind: PlaceKind) => (one: { readonly id: number; readonly name: string }) => ({
    kind,
    id: one.id,
    name: one.name,
    area: null,
  });
  return [
    ...answer.zonesByInstallation
      .filter(({ isDisabled }) => !isDisabled)
      .map((zone) => ({ ...place('zone')(zone), area: zone.area })),
    ...answer.passagesByInstallation.map(place('passage')),
    ...[...answer.padsByInstallation, ...answer.devicesAtmosphereByInstallation].map(place('device')),
  ];
}

const fields = { zone: 'zoneId', passage: 'passageId', device: 'deviceId' } as const;

/**
 * Returns the reference from an element to a place. Map pages identify zones by id, and doors by their name on the map.
 */
export const toElement = ({
  kind,
  id,
  name,
}: PlanPlace): Pick<MapElement, 'deviceId' | 'name' | 'passageId' | 'zoneId'> => ({
  [fields[kind]]: id,
  ...(kind === 'passage' && { name }),
});

/** Returns the place of an element; null if it is not on this site. */
export const findPlace = (element: MapElement, places: readonly PlanPlace[]): PlanPlace | null =>
  places.find(({ kind, id }) => element[fields[kind]] === id) ?? null;
