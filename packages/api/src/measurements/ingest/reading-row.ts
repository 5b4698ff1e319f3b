import type { DeviceId, InstallationId, OrganizationId } from '@atrium/domain/core';
import {
  identityText,
  type Reading,
  type ReadingContent,
  type ReadingIdentity,
} from '@atrium/domain/measurements/readings';
import type { Scope } from '../../platform/tenancy/index.ts';

/** Which of an organization's devices said something, and where it hangs. */
export interface ReadingSource {
  readonly installation: InstallationId;
  readonly device: DeviceId;
}

/** A reading as the table holds it, before it has a version. Only a scope can say whose it is. */
export interface ReadingRow extends ReadingIdentity, ReadingContent {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
  readonly device: DeviceId;
}

/** A row of which finer readings tell part of the time: it counts for the rest. */
export interface CountedRow extends ReadingRow {
  /** The value (of a duration the weight) as sent. */
  readonly sent: number;
}

/** A row with the texts it is looked up by: made once, because each look-up would make and hash them anew. */
export interface KeyedRow {
  /** As sent. */
  readonly row: ReadingRow;
  /** What is written instead of it. */
  readonly counted?: CountedRow;
  readonly identity: string;
  readonly series: string;
}

/** A device that moved may say the same at another site: there it is another reading. */
export function placedIdentity(installation: number, device: number, reading: ReadingIdentity): string {
  return `${installation} ${identityText(device, reading)}`;
}

export function keyedRow(row: ReadingRow): KeyedRow {
  return { row, identity: placedIdentity(row.installation, row.device, row), series: seriesKey(row) };
}

/** One device's readings of one metric. */
export function seriesKey(row: Pick<ReadingRow, 'installation' | 'device' | 'metric'>): string {
  return `${row.installation} ${row.device} ${row.metric}`;
}

export function readingRow(scope: Scope, source: ReadingSource, reading: Reading): ReadingRow {
  return {
    organization: scope.organizationId,
    installation: source.installation,
    metric: reading.metric,
    device: source.device,
    at: reading.at,
    descriptors: reading.descriptors,
    visitor: reading.visitor,
    x: reading.x,
    y: reading.y,
    value: reading.value,
    weight: reading.weight,
    interval: reading.interval,
  };
}
