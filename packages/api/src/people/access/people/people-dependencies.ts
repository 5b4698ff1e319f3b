import type { Clock, InstallationId } from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import type { MessageDelivery } from '../../../platform/config/delivery.ts';
import type { Files } from '../../../platform/files/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { Links } from '../../notifications/index.ts';
import type { AttemptLimits, TryLimit } from '../codes/attempt-limits.ts';

/** Dependencies of the operations on users. */
export interface PeopleDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: Links;
  readonly files: Files;
  /** Limits for passwords that are entered again. */
  readonly limits: AttemptLimits;
  /** Languages users may choose, at least one. */
  readonly languages: readonly ProfileLanguage[];
  /** How emails and text messages are delivered. */
  readonly delivery: MessageDelivery;
  /** Limit of shown links, per organization. */
  readonly shownLinks: TryLimit;
  readonly seesInstallation: (scope: Scope, id: InstallationId) => Promise<boolean>;
}
