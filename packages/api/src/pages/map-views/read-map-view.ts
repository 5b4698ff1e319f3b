import { err, type Failure, failure, ok, type Result, type ZoneId } from '@atrium/domain/core';
import { type MapConfig, parseMapConfig } from '@atrium/domain/pages/map-views';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import { computeRevision, type MapViewsStore } from './map-views.store.ts';
import { getPlansFolder, parsePictureKey } from './pictures.ts';

export interface MapViewReads {
  readonly store: Pick<MapViewsStore, 'find'>;
  readonly sites: Pick<SiteDirectory, 'topologies'>;
  /** Returns the URL path for a key of the file store. */
  readonly addressOf: (key: string) => string;
}

interface Picture {
  /** The picture's name in the configuration. */
  readonly file: string | null;
  readonly url: string;
  readonly backgroundColor: string | null;
}

/** A map with the URLs of its pictures, limited to the places its viewer may see. */
export interface MapView extends Omit<MapConfig, 'backgrounds' | 'layers'> {
  readonly zoneId: ZoneId;
  readonly revision: string;
  readonly backgrounds: readonly Picture[];
  readonly layers: readonly (Omit<Picture, 'url'> & { readonly name: string; readonly url: string | null })[];
}

/** Returns the map of a zone, or an empty list if there is none. */
export async function readMapView(
  { store, sites, addressOf }: MapViewReads,
  scope: Scope,
  zoneId: ZoneId,
): Promise<Result<readonly MapView[], Failure>> {
  const topologies = await sites.topologies(scope);
  if (!topologies.some(({ zones }) => zones.some((zone) => zone.id === zoneId && !zone.removedAt)))
    return err(failure('NOT_FOUND', 'No such zone', 'zoneId'));
  const stored = await store.find(scope, zoneId);
  if (stored === null) return ok([]);
  const config = parseMapConfig(stored);
  if (!config.ok) throw new Error(`the map of zone ${zoneId} cannot be read: ${JSON.stringify(config.error)}`);
  const urlOf = (key: string | undefined) =>
    key?.startsWith(`${getPlansFolder(scope.organizationId)}/`) ? addressOf(key) : null;
  const nameOf = (key: string | undefined) =>
    key === undefined ? null : parsePictureKey(scope.organizationId, zoneId, key);
  const { backgrounds = [], layers = [], ...rest } = narrowToVisible(config.value, topologies);
  return ok([
    {
      ...rest,
      zoneId,
      revision: computeRevision(stored),
      backgrounds: backgrounds.flatMap(({ file, backgroundColor }) => {
        const url = urlOf(file);
        return url === null ? [] : [{ file: nameOf(file), url, backgroundColor: backgroundColor ?? null }];
      }),
      layers: layers.map(({ name, file, backgroundColor }) => ({
        name,
        file: nameOf(file),
        url: urlOf(file),
        backgroundColor: backgroundColor ?? null,
      })),
    },
  ]);
}

/** Removes places the viewer may not see. A map may show places of several sites. */
export function narrowToVisible(config: MapConfig, topologies: readonly Topology[]): MapConfig {
  const zones = new Set<number>(topologies.flatMap((topology) => topology.zones.map(({ id }) => id)));
  const passages = new Set<number>(topologies.flatMap((topology) => topology.passages.map(({ id }) => id)));
  const devices = new Set<number>(topologies.flatMap((topology) => topology.devices.map(({ id }) => id)));
  const elements = config.elements.filter(
    ({ zoneId, passageId, deviceId }) =>
      (zoneId === undefined || zones.has(zoneId)) &&
      (passageId === undefined || passages.has(passageId)) &&
      (deviceId === undefined || devices.has(deviceId)),
  );
  const filterOptions = config.filterOptions?.map((option) => ({
    ...option,
    ...(option.zoneIds && { zoneIds: option.zoneIds.filter((id) => zones.has(id)) }),
    ...(option.passageIds && { passageIds: option.passageIds.filter((id) => passages.has(id)) }),
  }));
  return { ...config, elements, ...(filterOptions && { filterOptions }) };
}
