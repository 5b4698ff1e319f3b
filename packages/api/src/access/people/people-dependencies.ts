import type { ProfileLanguage } from '@atrium/domain/access';
import type { Clock, InstallationId } from '@atrium/domain/core';
import type { Links } from '../../notifications/index.ts';
import type { MessageDelivery } from '../../platform/config/index.ts';
import type { Files } from '../../platform/files/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { AttemptLimits, TryLimit } from '../limits/index.ts';

/** What the use cases about people stand on. */
export interface PeopleDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly links: Links;
  readonly files: Files;
  /** Of passwords that are asked for again. */
  readonly limits: AttemptLimits;
  /** Those people may choose, at least one. */
  readonly languages: readonly ProfileLanguage[];
  /** What becomes of mails and text messages. */
  readonly delivery: MessageDelivery;
  /** Of links that are shown, by organization. */
  readonly shownLinks: TryLimit;
  readonly seesInstallation: (scope: Scope, id: InstallationId) => Promise<boolean>;
}
