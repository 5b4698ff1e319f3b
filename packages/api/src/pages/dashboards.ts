import type { Clock } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { KnownDescriptors, RegisteredMeasurements } from '../numbers/index.ts';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import { getOutputType } from '../platform/graphql/structures.ts';
import type { SchemaBuilders } from '../platform/module.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { registerDefinitions } from './dashboards.graphql.ts';
import { dashboardsStore } from './dashboards.store.ts';
import { type DraftsDependencies, registerDrafts } from './drafts/drafts.graphql.ts';
import { hasStaticDashboard, type ListDependencies } from './list-dashboards.ts';
import { registerMutedLines } from './muted-lines.graphql.ts';
import type { PageQuestionDependencies } from './page-questions.ts';
import { registerPins, type UserRef } from './pins.graphql.ts';
import { registerShortLinks } from './short-links.graphql.ts';
import { expiringShortLinks, shortLinksStore } from './short-links.store.ts';
import { kpiItem } from './widget-structures.ts';

interface DashboardsDependencies
  extends Omit<ListDependencies, 'store'>,
    Pick<DraftsDependencies, 'sites' | 'namesOf'>,
    Pick<PageQuestionDependencies, 'toldOf'> {
  readonly db: Database;
  readonly clock: Clock;
}

type ModuleDependencies = Omit<DashboardsDependencies, 'eventMetrics' | 'toldOf'> & {
  readonly knownDescriptors: KnownDescriptors;
};

/** Dashboards, and what is kept of pages. */
export function createDashboardsModule({ knownDescriptors, ...deps }: ModuleDependencies) {
  const { sites } = deps;
  const eventMetrics = async (scope: Scope) =>
    [...(await sites.snapshot(scope)).sites.values()].flatMap(({ events }) => events.flatMap(({ metrics }) => metrics));
  // Whether doors distinguish women and men, the only descriptor needed before a page is open.
  const toldOf = (site: Topology) => knownDescriptors(site, ['affluenceIn']);
  return {
    expiring: [expiringShortLinks(deps.db)],
    services: { hasStaticDashboard: (scope: Scope) => hasStaticDashboard({ eventMetrics }, scope) },
    graphql({ main }: SchemaBuilders, { identity, measurements }: UsedTypes) {
      const { kpiItem } = registerDashboards(main, { ...deps, eventMetrics, toldOf }, identity);
      measurements.addKpiValues(kpiItem);
    },
  };
}

interface UsedTypes {
  readonly identity: { readonly user: UserRef };
  readonly measurements: Pick<RegisteredMeasurements, 'addKpiValues'>;
}

/**
 * Registers dashboards and their pages, drafts, bookmarks and short links. Adds `pinnedUrls` to `user`, the type of the
 * access module.
 */
function registerDashboards(
  builder: Builder,
  { db, clock, sites, namesOf, toldOf, ...reading }: DashboardsDependencies,
  { user }: { readonly user: UserRef },
): { readonly kpiItem: TypeRef<object> } {
  registerDefinitions(builder, { ...reading, store: dashboardsStore(db), sites, clock, toldOf });
  registerDrafts(builder, { db, clock, sites, namesOf });
  registerPins(builder, { db, clock }, user);
  registerMutedLines(builder, { db, clock });
  registerShortLinks(builder, { db, store: shortLinksStore(db), clock });
  return { kpiItem: getOutputType<object>(builder, kpiItem) };
}
