import type { Clock } from '@atrium/domain/core';
import type { Access } from '../../people/access/index.ts';
import type { Links } from '../../people/notifications/index.ts';
import type { Files } from '../../platform/files/index.ts';
import type { StoreRole } from '../../platform/relational/database-lock.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import type { ComposeReport } from './composed-report.ts';
import type { FindRecipients } from './recipients.ts';

export interface SendingDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether another process may send reports too. Missing: it may. */
  readonly use?: StoreRole;
  readonly sites: SiteSnapshots;
  readonly files: Files;
  readonly links: Links;
  readonly compose: ComposeReport;
  readonly recipientsOf: FindRecipients;
  readonly access: Pick<Access, 'membersByEmail' | 'scopeOfMember' | 'namesOf' | 'contactsOf' | 'unsubscribing'>;
  readonly logError: (message: string, error: unknown) => void;
}
