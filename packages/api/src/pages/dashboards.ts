import type { Clock } from '@atrium/domain/core';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import { getOutputType } from '../platform/graphql/structures.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import { registerDefinitions } from './dashboards.graphql.ts';
import { dashboardsStore } from './dashboards.store.ts';
import { type DraftsDependencies, registerDrafts } from './drafts/drafts.graphql.ts';
import type { ListDependencies } from './list-dashboards.ts';
import type { PageQuestionDependencies } from './page-questions.ts';
import { registerPins, type UserRef } from './pins.graphql.ts';
import { registerShortLinks } from './short-links.graphql.ts';
import { shortLinksStore } from './short-links.store.ts';
import { kpiItem } from './widget-structures.ts';

export interface DashboardsDependencies
  extends Omit<ListDependencies, 'store'>,
    Pick<DraftsDependencies, 'sites' | 'namesOf'>,
    Pick<PageQuestionDependencies, 'toldOf'> {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Registers dashboards and their pages, drafts, bookmarks and short links. Adds `pinnedUrls` to `user`, the type of the
 * access module.
 */
export function registerDashboards(
  builder: Builder,
  { db, clock, sites, namesOf, toldOf, ...reading }: DashboardsDependencies,
  { user }: { readonly user: UserRef },
): { readonly kpiItem: TypeRef<object> } {
  registerDefinitions(builder, { ...reading, store: dashboardsStore(db), sites, clock, toldOf });
  registerDrafts(builder, { db, clock, sites, namesOf });
  registerPins(builder, { db, clock }, user);
  registerShortLinks(builder, { db, store: shortLinksStore(db), clock });
  return { kpiItem: getOutputType<object>(builder, kpiItem) };
}
