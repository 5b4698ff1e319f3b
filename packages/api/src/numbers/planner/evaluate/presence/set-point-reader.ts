import type { Instant, OrganizationId, Span, ZoneId } from '@atrium/domain/core';

/** Manual correction: people inside a zone at an instant. */
export interface SetPoint {
  readonly zoneId: ZoneId;
  readonly at: Instant;
  readonly value: number;
}

/** Source of manual corrections. */
export interface SetPointReader {
  /** Returns corrections in order of time, with span.from ≤ at < span.to. */
  setPoints(organizationId: OrganizationId, zoneIds: readonly ZoneId[], span: Span): Promise<readonly SetPoint[]>;
}
