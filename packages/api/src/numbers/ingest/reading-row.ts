import type { DeviceId, InstallationId, OrganizationId } from '@atrium/domain/core';
import {
  addAmountPart,
  type Reading,
  type ReadingContent,
  type ReadingIdentity,
  toIdentityText,
} from '@atrium/domain/numbers/readings';
import type { Device } from '@atrium/domain/sites';
import type { Scope } from '../../platform/tenancy/index.ts';

/** Device that sent a reading, and where it is installed. */
export interface ReadingSource extends Pick<Device, 'meter' | 'interval'> {
  readonly installation: InstallationId;
  readonly device: DeviceId;
}

/** Reading as stored, before it has a version. Its organization comes from a scope only. */
export interface ReadingRow extends ReadingIdentity, ReadingContent {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
  readonly device: DeviceId;
  /** Import that wrote it; absent or 0 for none. */
  readonly import?: number;
  /**
   * Written only where the stored reading is of this import (0 for none): if that import is undone, in its place;
   * otherwise only to compute the counted share again.
   */
  readonly replaces?: number;
}

/** Row whose time is partly covered by finer readings. Only the remaining share counts. */
export interface CountedRow extends ReadingRow {
  /** Value (for a duration, the weight) as sent. */
  readonly sent: number;
}

/** Row with its look-up keys, built once because building and hashing them is expensive. */
export interface KeyedRow {
  /** As sent. */
  readonly row: ReadingRow;
  /** Row written instead. */
  readonly counted?: CountedRow;
  readonly identity: string;
  readonly series: string;
}

/**
 * Returns the key of a reading at a site. A device that moved to another site may send an equal reading there, which is
 * a different one.
 */
export function getPlacedIdentity(installation: number, device: number, reading: ReadingIdentity): string {
  return `${installation} ${toIdentityText(device, reading)}`;
}

export function toKeyedRow(row: ReadingRow): KeyedRow {
  return { row, identity: getPlacedIdentity(row.installation, row.device, row), series: getSeriesKey(row) };
}

/** Returns the key of one device's readings of one metric. */
export function getSeriesKey(row: Pick<ReadingRow, 'installation' | 'device' | 'metric'>): string {
  return `${row.installation} ${row.device} ${row.metric}`;
}

/** A reading that does not state its kind is of the kind that its meter declares at this moment. */
export function toReadingRow(scope: Scope, source: ReadingSource, reading: Reading): ReadingRow {
  const declared = reading.metric === source.meter?.metric ? source.meter.sends : undefined;
  const isAmount = (reading.kind ?? declared) === 'amount';
  return {
    organization: scope.organizationId,
    installation: source.installation,
    metric: reading.metric,
    device: source.device,
    at: reading.at,
    descriptors: isAmount ? addAmountPart(reading.descriptors) : reading.descriptors,
    visitor: reading.visitor,
    x: reading.x,
    y: reading.y,
    value: reading.value,
    weight: reading.weight,
    interval: isAmount && reading.interval === 0 ? source.interval : reading.interval,
  };
}
