import type { Coverage, DeviceGap, SiteCoverage } from '@atrium/domain/numbers';
import type { Builder } from '../platform/graphql/builder.ts';

/** Registers the coverage of an answer. */
export function registerCoverage(builder: Builder) {
  const silence = builder.objectRef<DeviceGap>('Silence').implement({
    fields: (t) => ({
      deviceId: t.exposeInt('deviceId'),
      name: t.string({
        description: 'Name of the device, or its serial number without one.',
        resolve: ({ name }) => name ?? '',
      }),
      from: t.expose('from', { type: 'Timestamp' }),
      to: t.expose('to', { type: 'Timestamp' }),
      count: t.int({
        description: "How many silences this is: of very many a device's oldest are told as one.",
        resolve: ({ count }) => count ?? 1,
      }),
      time: t.float({
        description: 'ms of silence, less than from begin to end where several are told as one.',
        resolve: ({ from, to, time }) => time ?? to - from,
      }),
    }),
  });
  const siteCoverage = builder.objectRef<SiteCoverage>('SiteCoverage').implement({
    fields: (t) => ({
      installationId: t.exposeInt('installationId'),
      ratio: t.exposeFloat('ratio', {
        nullable: true,
        description: 'Reported ÷ expected device-time, 0…1; null when nothing was expected.',
      }),
      silentSince: t.expose('silentSince', {
        type: 'Timestamp',
        nullable: true,
        description: 'Since when every sensor still installed there has been silent; null while any reports.',
      }),
    }),
  });
  return builder.objectRef<Coverage>('Coverage').implement({
    fields: (t) => ({
      ratio: t.exposeFloat('ratio', {
        nullable: true,
        description: 'Reported ÷ expected device-time, 0…1; null when nothing was expected.',
      }),
      // Usually few. A query with many gaps pays through its own cost.
      silent: t.field({ type: [silence], length: { most: 20 }, resolve: ({ silent }) => [...silent] }),
      // Usually one. A query about many sites pays through its own cost.
      sites: t.field({
        type: [siteCoverage],
        length: { most: 20 },
        description: 'Each site that is asked about by itself.',
        resolve: ({ sites }) => [...(sites ?? [])],
      }),
    }),
  });
}
