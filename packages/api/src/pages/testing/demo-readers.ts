import { readFileSync } from 'node:fs';
import { fullRights, type Right, withRights } from '@atrium/domain/people/access';
import { aClock } from '@atrium/testkit/time';
import { type GraphQLSchema, graphql } from 'graphql';
import { beforeAll, expect } from 'vitest';
import { testServices } from '../../../testing/test-services.ts';
import { buildSchemas } from '../../app/schema.ts';
import type { Services } from '../../app/services.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { applySiteFile } from '../../setup/site-files/index.ts';

const password = 'Demo-pass-1';
const demo = readFileSync(new URL('../../operations/demo/lumen-retail.yaml', import.meta.url), 'utf8');

export interface DemoReaders {
  readonly admin: Scope;
  readonly analyst: Scope;
  readonly viewer: Scope;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
type Answer = any;

/** Opens the demo's sites and dashboards on a Monday at noon, with three of its users. */
export function useDemoReaders() {
  const stores = useTestStores();
  const clock = aClock('2026-03-02T12:00:00Z');
  let services: Services;
  let schema: GraphQLSchema;
  const readers = {} as { -readonly [name in keyof DemoReaders]: Scope };

  const apply = (text: string) =>
    applySiteFile(services.provisioning, text, { dryRun: false, prune: false, within: null } as never);

  beforeAll(async () => {
    services = testServices({ db: stores.relational.db, analytics: stores.analytics }, clock);
    schema = buildSchemas(services.modules).main;
    const { problems, organizationId } = await apply(demo);
    expect(problems).toEqual([]);
    for (const name of ['admin', 'analyst', 'viewer'] as const) {
      const email = `${name}@demo.example`;
      await services.access.setPassword(systemScope(organizationId as never), email, password);
      const token = await services.access.signIn({ email, password, address: '192.0.2.9' });
      readers[name] = (await services.access.authenticate(token.ok ? token.value.token : '')).scope as Scope;
    }
  }, 60_000);

  const ask = async (
    source: string,
    scope: Scope | null = readers.admin,
    variableValues: Record<string, unknown> = {},
  ): Promise<Answer> => {
    const contextValue = { scope, tokenProblem: scope === null ? 'none' : null, address: '' };
    const answer = await graphql({ schema, source, contextValue, variableValues });
    return answer.errors?.map(({ extensions, message }) => extensions.code ?? message) ?? answer.data;
  };
  return { stores, clock, readers: readers as DemoReaders, apply, ask };
}

export const omitRights = (scope: Scope, ...rights: Right[]): Scope => ({
  ...scope,
  rights: withRights(fullRights, rights, false),
});
