import type { Failure, InstallationId, Result } from '@atrium/domain/core';
import type { Scope } from '../platform/tenancy/index.ts';

/** Language of the sample's names, and its time zone. */
export interface SampleOptions {
  readonly language: string;
  readonly timezone: string;
}

/** A sample site that shows the product before the organization has its own site. At most one per organization. */
export interface SampleData {
  /** Returns null if there is none. */
  find(scope: Scope): Promise<{ readonly installationId: InstallationId; readonly isReady: boolean } | null>;
  /**
   * Resolves when the sample is ready. Does nothing if there is one; fails with BAD_INPUT if the organization has its
   * own sites.
   */
  add(scope: Scope, wishes: SampleOptions): Promise<Result<true, Failure>>;
  /** Removes the sample with all its data. Does nothing if there is none. */
  remove(scope: Scope): Promise<void>;
}
