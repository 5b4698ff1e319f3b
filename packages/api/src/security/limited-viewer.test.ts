import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../platform/tenancy/index.ts';
import { useTestStores } from '../platform/testing/test-stores.ts';
import { type Operation, operationsOf } from './operations/operations.ts';
import { type Finding, type Walk, walkIds, walkTexts } from './operations/walk.ts';
import { ask } from './world/ask.ts';
import { type ForeignViewer, leaksIn, otherSite } from './world/foreign-viewers.ts';
import { readingOf } from './world/test-sites.ts';
import { createWorld, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let foreign: ForeignViewer;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  foreign = await otherSite(world);
});

/** An administrator who is limited passes the rights, so that nothing but the limit is in the way. */
const profiles = ['viewer', 'administrator'] as const;

async function walks(profile: (typeof profiles)[number]): Promise<readonly Walk[]> {
  const scope: Scope = await world.ours.limitedScope(profile);
  const of = (schema: GraphQLSchema) =>
    operationsOf(schema).map((operation) => ({
      schema,
      operation,
      home: world.ours,
      scope,
      lacksRights: profile !== 'administrator',
    }));
  return [...of(world.schemas.main), ...of(world.schemas.hub)];
}

describe.each(profiles)('to a %s of one site, another site of the organization', (profile) => {
  it('is there to be seen, and they are limited', async () => {
    const { installationIds } = await world.ours.limitedScope(profile);
    expect(installationIds).toEqual(world.ours.ids.get('installations')?.slice(0, 1));
    expect([...foreign.ids.keys()]).toEqual(
      expect.arrayContaining(['devices', 'events', 'ingest_keys', 'installations', 'passages', 'zones']),
    );
    expect(foreign.canaries).toEqual(expect.arrayContaining(['Canary site elsewhere', 'CANARY-PAD-elsewhere']));
  });

  it('is not there for any operation, and stays as it is', async () => {
    const before = await foreign.rows();
    const findings: Finding[] = [];
    for (const walk of await walks(profile)) findings.push(...(await walkIds(walk, foreign)));
    expect(findings).toEqual([]);
    expect(await foreign.rows()).toEqual(before);
  }, 120_000);

  it('is not reached by words either', async () => {
    const findings: Finding[] = [];
    for (const walk of await walks(profile)) findings.push(...(await walkTexts(walk, foreign)));
    expect(findings).toEqual([]);
  });
});

it('would be noticed by those who see all sites', async () => {
  const all = await world.ours.scope('viewer');
  const heard = async (name: string, given: object) => {
    const operation = operationsOf(world.schemas.main).find((one) => one.name === name) as Operation;
    return leaksIn(await ask(world.schemas.main, operation, given as never, all), foreign);
  };
  expect(await heard('allInstallations', {})).toContain('Canary site elsewhere');
  const both = String(readingOf.ours + readingOf.elsewhere);
  expect(await heard('retailData', { query: { metric: 'affluenceIn' } })).toContain(both);
  expect(await heard('answers', { queries: [{ metric: 'affluenceIn' }] })).toContain(both);
});
