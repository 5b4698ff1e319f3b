import type { Clock, InstallationId, OrganizationId, UserId } from '@atrium/domain/core';
import { isAllowed } from '@atrium/domain/people/access';
import type { Topology } from '@atrium/domain/sites';
import type { AnswerQueries } from '../../numbers/index.ts';
import type { Access } from '../../people/access/index.ts';
import type { Links } from '../../people/notifications/index.ts';
import type { Catalogues } from '../../people/translations/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { MessageDelivery } from '../../platform/config/delivery.ts';
import type { Files } from '../../platform/files/index.ts';
import type { StoreRole } from '../../platform/relational/database-lock.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteDirectory } from '../../sites/index.ts';

/** Returns whether a scope may export: it needs the right, and a page that shows data. */
type CanExport = (scope: Scope) => Promise<boolean>;

/** Why a member may not get a file about a site. */
export type AccessProblem = 'site' | 'numbers' | 'address';

/**
 * Returns why a member may not get a file about a site, or null. A file contains only what the member may see there.
 */
export async function findAccessProblem(
  sites: { topology(scope: Scope, id: InstallationId): Promise<Topology | null> },
  scope: Scope | null,
  installationId: InstallationId,
  email: string | null,
): Promise<AccessProblem | null> {
  if (scope === null || (await sites.topology(scope, installationId)) === null) return 'site';
  if (!isAllowed(scope, 'numbers')) return 'numbers';
  return email === null ? 'address' : null;
}

export interface ExportsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether another process may run exports too. Missing: it may. */
  readonly use?: StoreRole;
  readonly bus: Bus;
  readonly sites: Pick<SiteDirectory, 'topology' | 'topologies'>;
  readonly files: Files;
  readonly links: Links;
  readonly catalogues: () => Promise<Catalogues>;
  /** For interactive queries. */
  readonly answerQueries: AnswerQueries;
  /** For background queries. */
  readonly answerInBackground: AnswerQueries;
  readonly delivery: Pick<MessageDelivery, 'mail'>;
  readonly mayExport: CanExport;
  readonly scopeOfMember: (organizationId: OrganizationId, userId: UserId) => Promise<Scope | null>;
  readonly contactsOf: Access['contactsOf'];
  readonly namesOf: Access['namesOf'];
  readonly logError: (message: string, error: unknown) => void;
}
