import { type DeviceId, type InstallationId, type Instant, id, type OrganizationId } from '@atrium/domain/core';
import { aClock } from '@atrium/testkit/time';
import type { AnalyticsStore } from '../../../platform/analytics-store.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { IngestLimits } from '../ingest-limits.ts';
import { createIngestion, type DeviceFinder } from '../ingest-readings.ts';
import type { ReadingsStored } from '../readings-stored.ts';

/** 2026-03-01T12:00Z, the current time in these tests. */
export const present: Instant = Date.UTC(2026, 2, 1, 12);

/** Creates a scope of one organization, as the access module would for the system. */
export function createTestScope(organizationId: number): Scope {
  const scope = { organizationId: id<OrganizationId>(organizationId), role: 'system', installationIds: null };
  return scope as unknown as Scope;
}

const kinds = { PAD: 'pad', CAM: 'camera', AIR: 'atmosphere', EL: 'meter', PV: 'meter' } as const;
const meter = { metric: 'electricityConsumption', descriptors: {}, rollover: null };

/**
 * Finds devices `PAD-1`, `CAM-1`, `AIR-1`, `EL-1`, `PV-1` (of production) … of one organization. Odd numbers are at site 1, even ones at site
 * 2; 99 was removed a day ago. Meters from `EL-50` on declare that they send amounts, those before nothing.
 */
export function createDeviceFinder(organizationId: number): DeviceFinder {
  return {
    async findDevice(scope, serial) {
      const [, prefix, digits] = /^(PAD|CAM|AIR|EL|PV)-(\d+)$/.exec(serial) ?? [];
      const number = Number(digits ?? Number.NaN);
      if (scope.organizationId !== organizationId || Number.isNaN(number)) return null;
      const installationId = id<InstallationId>(organizationId * 10 + (number % 2 === 1 ? 1 : 2));
      const removedAt = number === 99 ? present - 86_400_000 : null;
      const kind = kinds[prefix as keyof typeof kinds];
      const device = { id: id<DeviceId>(organizationId * 1_000 + number), removedAt, kind };
      const metric = prefix === 'PV' ? 'electricityProduction' : meter.metric;
      const sends = number >= 50 ? ({ sends: 'amount' } as const) : {};
      return {
        device: { ...device, interval: 900, meter: kind === 'meter' ? { ...meter, metric, ...sends } : null },
        installationId,
      };
    },
  };
}

/** Creates a bus that records published messages. */
export function createRecordingBus(): Bus & { readonly stored: ReadingsStored[] } {
  const stored: ReadingsStored[] = [];
  return {
    stored,
    publish: (_, message) => void stored.push(message as ReadingsStored),
    subscribe: () => () => {},
    isWhole: true,
  };
}

/** Creates an ingestion for one organization at the tests' current time. */
export function createTestIngestion(
  analytics: AnalyticsStore,
  organizationId: number,
  limits: Partial<IngestLimits> = {},
  isBelated = () => false,
) {
  const bus = createRecordingBus();
  const failures: unknown[] = [];
  const clock = aClock(present);
  const logError = (_: string, error: unknown) => void failures.push(error);
  const devices = createDeviceFinder(organizationId);
  const ingestion = createIngestion({ analytics, devices, bus, clock, logError, limits, isBelated });
  return { ingestion, bus, failures, clock, scope: createTestScope(organizationId) };
}

/** Returns an organization's stored readings: newest content by identity, in primary key order. */
export function readStoredContents(
  analytics: AnalyticsStore,
  organization: number,
): Promise<Record<string, unknown>[]> {
  const sql = `SELECT installation, metric, device, toFloat64(at) AS at, descriptors, visitor, x, y, value, weight, interval
    FROM readings FINAL WHERE organization = {organization:UInt32}
    ORDER BY installation, metric, device, at, descriptors, visitor, x, y`;
  return analytics.query({ sql, params: { organization } });
}
