import type { Failure, InstallationId, Result } from '@atrium/domain/core';
import type { Scope } from '../platform/tenancy/index.ts';

/** In which words the parts of a sample are named, and by which clock it goes. */
export interface SampleWishes {
  readonly language: string;
  readonly timezone: string;
}

/** A site that shows what the product does before there is an own one: an organization has one at most. */
export interface SampleData {
  /** null: there is none. */
  find(scope: Scope): Promise<{ readonly installationId: InstallationId; readonly isReady: boolean } | null>;
  /** Resolves when it can be looked at. Where there is one it stays; BAD_INPUT where there are own sites. */
  add(scope: Scope, wishes: SampleWishes): Promise<Result<true, Failure>>;
  /** Takes it away with all that belongs to it; nothing happens where there is none. */
  remove(scope: Scope): Promise<void>;
}
