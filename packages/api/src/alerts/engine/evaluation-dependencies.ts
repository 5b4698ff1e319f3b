import type { Clock } from '@atrium/domain/core';
import type { MemberContacts } from '../../access/index.ts';
import type { Links } from '../../notifications/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import type { Observe } from '../observe/index.ts';

export interface EvaluationDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
  readonly observe: Observe;
  readonly contactsOf: (organizationId: Scope['organizationId']) => Promise<readonly MemberContacts[]>;
  readonly links: Links;
}
