import type { AlertCondition } from '@atrium/domain/alerts';
import type { Span } from '@atrium/domain/core';
import type { Site } from '../../sites/index.ts';

/** What is looked at: an alert's condition at its site, over a time. */
export interface Observed {
  readonly site: Site;
  readonly condition: AlertCondition;
  readonly span: Span;
}
