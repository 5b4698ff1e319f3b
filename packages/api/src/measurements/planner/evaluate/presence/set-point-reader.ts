import type { Instant, OrganizationId, Span, ZoneId } from '@atrium/domain/core';

/** How many people were inside a zone at a moment, as seen by somebody. */
export interface SetPoint {
  readonly zoneId: ZoneId;
  readonly at: Instant;
  readonly value: number;
}

/** Corrections by hand, wherever they are kept. */
export interface SetPointReader {
  /** In order of time; span.from ≤ at < span.to. */
  setPoints(organizationId: OrganizationId, zoneIds: readonly ZoneId[], span: Span): Promise<readonly SetPoint[]>;
}
