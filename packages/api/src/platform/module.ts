import type { FastifyInstance } from 'fastify';
import type { GetClientAddress } from './addresses/ip-address.ts';
import type { Builder } from './graphql/builder.ts';
import type { CostBudgets } from './graphql/cost/cost-budgets.ts';
import type { TokenStorage } from './http/token-storage.ts';
import type { Platform } from './platform.ts';
import type { ExpiringRows } from './relational/expiring-rows.ts';
import type { OwnedFiles } from './relational/owned-files.ts';

/** Builders of the two schemas: the product's, and that of the sales hub. */
export interface SchemaBuilders {
  readonly main: Builder;
  readonly hub: Builder;
}

/** What endpoints need besides their module's services. */
export interface HttpEdge {
  readonly platform: Platform;
  readonly addressOf: GetClientAddress;
  /** Where callers store their tokens. */
  readonly keeping: TokenStorage;
  /** Budgets of callers, for all endpoints together. */
  readonly spending: CostBudgets;
}

/** Background work of a module. */
export interface Work {
  /**
   * The processes that do it: all; those that serve pages; all workers, which take in readings; or the leader only.
   * Another worker becomes the leader when the leader ends.
   */
  readonly by: 'all' | 'pages' | 'workers' | 'leader';
  /** Runs before the product answers. */
  open(): OpenWork | Promise<OpenWork>;
}

/** A line that a start prints. */
export type WelcomeLine = readonly [label: string, text: string];

export interface OpenWork {
  /** Runs once the product answers at this address. */
  start?(address: string): void;
  /** Runs at the end, also if the work never started. */
  stop?(): Promise<unknown>;
  /** Returns lines for the operator, such as how to sign in. */
  welcome?(address: string): readonly WelcomeLine[];
}

/**
 * Everything that the product takes from a module. `Services` are for other modules, commands and tests; `Types` are the
 * GraphQL types registered so far, and `NewTypes` those that this module adds for later ones.
 */
export interface Module<Services = unknown, Types = never, NewTypes = unknown> {
  readonly services?: Services;
  readonly graphql?: (schemas: SchemaBuilders, types: Types) => NewTypes;
  readonly routes?: (routes: FastifyInstance, edge: HttpEdge) => void;
  readonly metrics?: (platform: Platform) => void;
  readonly work?: (platform: Platform, routes: FastifyInstance) => readonly Work[];
  /** Rows of its tables that are deleted once they have expired. */
  readonly expiring?: readonly ExpiringRows[];
  /** Files of its rows. Those without a row are deleted. */
  readonly ownedFiles?: readonly OwnedFiles[];
}

type With<Known, Added> = Added extends object ? Known & Added : Known;

/** Modules put together, each created from the services of those before it. */
export interface Composition<Services, Types> {
  readonly services: Services;
  readonly modules: readonly Module[];
  /** Adds a module. It compiles only after the modules whose services and GraphQL types it takes. */
  add<Added, NewTypes>(
    create: (services: Services) => Module<Added, Types, NewTypes>,
  ): Composition<With<Services, Added>, With<Types, NewTypes>>;
}

/** Starts a composition with the resources that every module may take. */
export function compose<Services extends object>(
  services: Services,
  modules: readonly Module[] = [],
): Composition<Services, object> {
  return {
    services,
    modules,
    add: (create) => {
      const module = create(services) as Module<object>;
      const taken = Object.keys(module.services ?? {}).find((name) => name in services);
      if (taken !== undefined) throw new Error(`two modules call a service ${taken}`);
      return compose({ ...services, ...module.services }, [...modules, module as Module]) as never;
    },
  };
}

/** Makes a module of a function that only registers GraphQL operations. */
export const operations =
  <Services>(register: (builder: Builder, services: Services) => unknown) =>
  (services: Services): Module<unknown, object> => ({ graphql: ({ main }) => void register(main, services) });
