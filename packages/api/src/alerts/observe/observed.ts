import type { AlertCondition } from '@atrium/domain/alerts';
import type { Span } from '@atrium/domain/core';
import type { Site } from '../../sites/index.ts';

/** Readings of an interval arrive within this time after its end, ms. */
export const settleMs = 90_000;

/** What is looked at: an alert's condition at its site, over a time. */
export interface Observed {
  readonly site: Site;
  readonly condition: AlertCondition;
  readonly span: Span;
}
