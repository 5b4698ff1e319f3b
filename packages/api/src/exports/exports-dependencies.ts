import type { Clock, OrganizationId, UserId } from '@atrium/domain/core';
import type { Access } from '../access/index.ts';
import type { AnswerQueries } from '../measurements/index.ts';
import type { Links } from '../notifications/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { MessageDelivery } from '../platform/config/index.ts';
import type { Files } from '../platform/files/index.ts';
import type { Database } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import type { SiteDirectory } from '../sites/index.ts';
import type { Catalogues } from '../translations/index.ts';
import type { CanExport } from './can-export.ts';

/** Dependencies of the module. */
export interface ExportsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly sites: Pick<SiteDirectory, 'topology' | 'topologies'>;
  readonly files: Files;
  readonly links: Links;
  readonly catalogues: () => Promise<Catalogues>;
  /** For interactive queries. */
  readonly answerQueries: AnswerQueries;
  /** For background queries. */
  readonly answerInBackground: AnswerQueries;
  /** How emails are delivered. */
  readonly delivery: Pick<MessageDelivery, 'mail'>;
  readonly mayExport: CanExport;
  readonly scopeOfMember: (organizationId: OrganizationId, userId: UserId) => Promise<Scope | null>;
  readonly contactsOf: Access['contactsOf'];
  readonly namesOf: Access['namesOf'];
  readonly logError: (message: string, error: unknown) => void;
}
