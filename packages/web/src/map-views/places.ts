import type { MapElement, PlanForm } from '@atrium/domain/map-views';
import type { PlanPlacesQuery } from './operations.generated.ts';

export type PlaceKind = 'zone' | 'passage' | 'device';

/** What a shape of a plan can be of. */
export interface PlanPlace {
  readonly kind: PlaceKind;
  readonly id: number;
  readonly name: string;
  /** m²; null: nobody has said, or it is no zone. */
  readonly area: number | null;
}

/** What each form is drawn of: an area of zones, a line of doors, a spot of devices. */
export const kindOf: Readonly<Record<PlanForm, PlaceKind | null>> = {
  area: 'zone',
  line: 'passage',
  spot: 'device',
  outline: null,
};

export function placesOf(answer: PlanPlacesQuery): readonly PlanPlace[] {
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

/** How an element names a place. Readers' pages know their zones by id, and of doors what the map calls them. */
export const elementOf = ({
  kind,
  id,
  name,
}: PlanPlace): Pick<MapElement, 'deviceId' | 'name' | 'passageId' | 'zoneId'> => ({
  [fields[kind]]: id,
  ...(kind === 'passage' && { name }),
});

/** What an element is of; null: of nothing on this site. */
export const placeAt = (element: MapElement, places: readonly PlanPlace[]): PlanPlace | null =>
  places.find(({ kind, id }) => element[fields[kind]] === id) ?? null;
