import {
  err,
  type Failure,
  failure,
  type Granularity,
  granularity,
  type InstallationId,
  type Instant,
  id,
  ok,
  type PassageId,
  type Result,
  type SiteCalendar,
  type Span,
  toDaysSpan,
  toSiteDay,
  type UserId,
  type ZoneId,
} from '../../core/index.ts';
import { listChildZones, selfOrDescendants, type Topology } from '../../sites/index.ts';
import { getCoveredDays, type Schedule } from '../schedules.ts';
import { type ExportDataType, type ExportTarget, listExportTargets } from './data-types.ts';

/** Row widths in seconds. Forms default to a quarter of an hour. */
export const exportGranularities = [
  granularity.minute,
  granularity.quarter,
  granularity.hour,
  granularity.day,
  granularity.week,
  granularity.month,
] as const satisfies readonly Granularity[];
export type ExportGranularity = (typeof exportGranularities)[number];

export const exportFormats = ['xlsx', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportRequest {
  readonly dataType: ExportDataType;
  readonly target: ExportTarget;
  readonly installationId: InstallationId;
  /** At least one, ascending. */
  readonly zoneIds: readonly ZoneId[];
  /** Also zones inside the selected ones, or the passages of those. */
  readonly includeSubZones: boolean;
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  readonly granularity: ExportGranularity;
  readonly format: ExportFormat;
  /** Members who receive it by email, ascending. */
  readonly userIds: readonly UserId[];
  /** The administrator who requested it while viewing as its owner. Undefined: the owner did. */
  readonly askedBy?: UserId;
}

/** The unvalidated input. */
export interface RawExportRequest {
  readonly dataType: ExportDataType;
  readonly target: ExportTarget;
  readonly installationId: number;
  readonly zoneIds: readonly number[];
  readonly includeSubZones: boolean;
  readonly from: Instant;
  readonly to: Instant;
  readonly granularity: number;
  readonly format?: ExportFormat | null | undefined;
  readonly userIds: readonly number[];
}

export const maxRecipients = 50;
const maxZones = 500;
/** Ten years with their leap days. */
const longest = 3653 * 86_400_000;

/**
 * Validates and normalizes a request. Fails with the first invalid field. Recipients may only be missing
 * (`mayLackRecipients`) for a file that is not emailed: a preview or a download.
 */
export function parseExportRequest(
  raw: RawExportRequest,
  { mayLackRecipients = false }: { readonly mayLackRecipients?: boolean } = {},
): Result<ExportRequest, Failure> {
  const refuse = (field: string, message: string) => err(failure('BAD_INPUT', message, field));
  const { dataType, target, installationId, includeSubZones, from, to } = raw;
  if (!listExportTargets(dataType).includes(target)) return refuse('target', `Of passages there is no ${dataType}`);
  const format = raw.format ?? 'xlsx';
  const width = exportGranularities.find((one) => one === raw.granularity);
  if (width === undefined) return refuse('granularity', `granularity takes ${exportGranularities.join(', ')} seconds`);
  if (!Number.isInteger(from) || !Number.isInteger(to) || from >= to) return refuse('to', 'to must be after from');
  if (to - from > longest) return refuse('to', 'An export covers at most ten years');
  const zoneIds = ascending(raw.zoneIds).map((one) => id<ZoneId>(one));
  if (zoneIds.length === 0 || zoneIds.length > maxZones) return refuse('zoneIds', `zoneIds takes 1 to ${maxZones}`);
  const userIds = ascending(raw.userIds).map((one) => id<UserId>(one));
  if (userIds.length > maxRecipients || (userIds.length === 0 && !mayLackRecipients))
    return refuse('userIds', `userIds takes 1 to ${maxRecipients} members`);
  const request = { dataType, target, format, granularity: width, includeSubZones, from, to, zoneIds, userIds };
  return ok({ ...request, installationId: id<InstallationId>(installationId) });
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((left, right) => left - right);

/** A zone or passage with rows. */
export interface ExportPlace {
  readonly id: ZoneId | PassageId;
  readonly name: string;
}

/**
 * Returns the places of an export: zones from the outside in, then in the site's order; passages by name. Fails with
 * NOT_FOUND if a zone does not belong to the site.
 */
export function listExportPlaces(
  { zones, passages }: Pick<Topology, 'zones' | 'passages'>,
  { target, zoneIds, includeSubZones }: Pick<ExportRequest, 'target' | 'zoneIds' | 'includeSubZones'>,
): Result<readonly ExportPlace[], Failure> {
  const present = zones.filter(({ removedAt }) => removedAt === undefined);
  const isKnown = (zoneId: ZoneId) => present.some((zone) => zone.id === zoneId);
  if (!zoneIds.every(isKnown)) return err(failure('NOT_FOUND', 'No such zone at this site', 'zoneIds'));
  const chosen = includeSubZones ? selfOrDescendants(present, zoneIds) : new Set(zoneIds);
  if (target === 'zone') return ok(outsideIn(present, chosen));
  const joins = (zoneId: ZoneId | null) => zoneId !== null && chosen.has(zoneId);
  const own = passages.filter(
    ({ removedAt, ends }) =>
      removedAt === undefined && ends.some(({ fromZoneId, toZoneId }) => joins(fromZoneId) || joins(toZoneId)),
  );
  if (own.length === 0) return err(failure('BAD_INPUT', 'These zones have no passage', 'target'));
  return ok(own.toSorted((left, right) => (left.name < right.name ? -1 : 1)).map(({ id, name }) => ({ id, name })));
}

function outsideIn(zones: Topology['zones'], chosen: ReadonlySet<ZoneId>): readonly ExportPlace[] {
  const tops = zones.filter(({ id, parentIds }) => chosen.has(id) && !parentIds.some((parent) => chosen.has(parent)));
  const walk = ({ id, name }: Topology['zones'][number]): readonly ExportPlace[] => [
    { id, name },
    ...listChildZones(zones, id)
      .filter((child) => chosen.has(child.id))
      .flatMap(walk),
  ];
  const walked = tops.toSorted((left, right) => left.order - right.order || left.id - right.id).flatMap(walk);
  // A zone inside two others still has one row.
  return [...new Map(walked.map((place) => [place.id, place])).values()];
}

/** The request for each file of a repeating export, without its period. */
export type RepeatingRequest = Omit<ExportRequest, 'from' | 'to'>;

export interface Repeating extends Schedule {
  /** Number of finished days before the run that a file covers. */
  readonly includedDays: number;
}

/** Limit per organization. */
export const maxRepeatingExports = 100;

/** Returns the period of the file due at an instant: the finished site days before it. */
export function findDueSpan(
  calendar: SiteCalendar,
  { includedDays }: Pick<Repeating, 'includedDays'>,
  at: Instant,
): Span {
  const { from, to } = getCoveredDays(toSiteDay(calendar, at), includedDays);
  return toDaysSpan(calendar, from, to);
}
