import type { AlertCondition } from '@atrium/domain/alerts';
import type { Span } from '@atrium/domain/core';
import type { Site } from '../../sites/index.ts';

/** Readings of an interval arrive within this time after its end, ms. */
export const settleMs = 90_000;

/** A condition at its site, observed over a span. */
export interface Observed {
  readonly site: Site;
  readonly condition: AlertCondition;
  readonly span: Span;
}
