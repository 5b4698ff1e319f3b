import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import { type DeviceView, findDeviceZone, type SiteReads, type ZoneView } from './site-views.ts';

/** Registers the types of counters and air sensors. */
export function registerDeviceTypes(builder: Builder, { clock }: SiteReads, zone: TypeRef<ZoneView>) {
  const of = (name: string) =>
    builder.objectRef<DeviceView>(name).implement({
      fields: (t) => ({
        id: t.int({ resolve: ({ device }) => device.id }),
        name: t.string({ resolve: ({ device }) => device.name }),
        serial: t.string({ resolve: ({ device }) => device.serial }),
        installationId: t.int({ resolve: ({ site }) => site.id }),
        zone: t.field({ type: zone, nullable: true, resolve: (view) => findDeviceZone(view, clock.now()) }),
        passageId: t.int({
          nullable: true,
          description: 'Where it counts now.',
          resolve: ({ device }) => passageNow(device, clock.now()),
        }),
        interval: t.int({ description: 'Seconds between readings.', resolve: ({ device }) => device.interval }),
      }),
    });
  return { pad: of('Pad'), atmosphereDevice: of('AtmosphereDevice') };
}

function passageNow({ placements }: DeviceView['device'], now: number): number | null {
  const current = placements.find(
    ({ validFrom, validTo }) =>
      (validFrom ?? Number.NEGATIVE_INFINITY) <= now && now < (validTo ?? Number.POSITIVE_INFINITY),
  );
  return current !== undefined && 'passageId' in current.at ? current.at.passageId : null;
}
