import { toDaySpan } from '@atrium/domain/core';
import {
  buildHeatStem,
  getHeatFolder,
  type HeatDay,
  parseHeatKey,
  renderHeatImage,
} from '@atrium/domain/numbers/heatmaps';
import { type AnalyticsStore, createQueryReader } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import { encodePng, type FileProducer, type FileStore } from '../../platform/files/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';
import { findPlanReadings } from './list-heatmap-days.ts';
import { presenceStore } from './presence.store.ts';

export interface ProducerDependencies {
  readonly sites: Pick<SiteDirectory, 'topologies'>;
  readonly analytics: AnalyticsStore;
  readonly files: FileStore;
}

/** Aspect ratio of plans. Browsers smooth the image when they enlarge it. */
const size = { width: 480, height: 300 };

/**
 * Creates the image of a day on the first request and stores it. The URL contains the data version, so an image is
 * never stale; older versions are deleted. Only called with keys we signed, after access was checked.
 */
export function createHeatmapProducer({ sites, analytics, files }: ProducerDependencies): FileProducer {
  const underWay = new Map<string, Promise<Uint8Array | null>>();

  async function produce(key: string, day: HeatDay): Promise<Uint8Array | null> {
    // Concurrent requests share the image, so it is created in the system's scope.
    const scope = systemScope(day.organizationId);
    const store = presenceStore(createQueryReader(analytics, buildQueryOwner(scope)));
    const topologies = await sites.topologies(scope);
    const topology = topologies.find(({ zones }) => zones.some(({ id }) => id === day.zoneId));
    if (topology === undefined) return null;
    const span = toDaySpan(topology, day.date);
    const found = await store.stays(findPlanReadings(topology, day.zoneId, span, day.gender), span);
    if (found === null) return null;
    const image = await encodePng(renderHeatImage(found.stays, size, day.theme), size.width, size.height);
    // An undone correction brings an earlier version back, whose image must not be that of another.
    if (found.version !== day.version) return image;
    const older = (await files.list(getHeatFolder(day))).filter(
      (one) => one.startsWith(buildHeatStem(day)) && one !== key,
    );
    await files.put(key, image);
    await Promise.all(older.map((one) => files.delete(one)));
    return image;
  }

  return (key) => {
    const day = parseHeatKey(key);
    if (day === null) return Promise.resolve(null);
    const begun = underWay.get(key) ?? produce(key, day).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}
