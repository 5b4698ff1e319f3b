import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { findBelonging, getPlainValue } from './operations/argument-values.ts';
import { buildArguments, listOperations } from './operations/operations.ts';
import { getErrorCodes, runOperation } from './world/run-operation.ts';
import { createWorld, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
/** An administrator viewing as another administrator, so that rights never limit the result. */
let viewing: Scope;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  const administrator = await world.ours.scope('administrator');
  const person = { email: 'second@ours.example', password: null, role: 'admin' } as const;
  const profileId = administrator.profileId as NonNullable<Scope['profileId']>;
  const other = await world.access.createUser(administrator, { ...person, profileId });
  if (!other.ok) throw new Error(other.error.message);
  const started = await world.access.startViewAs(administrator, other.value.id, '192.0.2.1');
  if (!started.ok) throw new Error(started.error.message);
  const { scope } = await world.access.authenticate(started.value.token);
  if (scope === null) throw new Error('not looking as anybody');
  viewing = scope;
});

/** Matches operations about passwords, two-factor, contacts, people and their rights, and keys of the organization. */
const ownAffairs =
  /password|otp|contact|invit|^(update|delete|create)User|profile|registerBrowser|startViewAs|logoutEverywhere|IngestKey|createToken|updateToken|PersonalToken\b|SiteFile/i;

describe('looking as another person', () => {
  it('closes what is theirs alone: every mutation as reviewed', async () => {
    const lines: string[] = [];
    for (const [endpoint, schema] of Object.entries(world.schemas))
      for (const operation of listOperations(schema).filter(({ kind }) => kind === 'mutation')) {
        if (operation.isOpen || operation.name === 'endViewAs' || operation.name === 'logout') continue;
        const given = buildArguments(operation, (leaf) => {
          if (findBelonging(leaf, new Map()) === null) return getPlainValue(leaf, new Map());
          return leaf.type === 'Int' ? 1 : '1';
        });
        const isRefused = getErrorCodes(await runOperation(schema, operation, given, viewing)).includes('FORBIDDEN');
        lines.push(`${`${endpoint} ${operation.name}`.padEnd(44)} ${isRefused ? 'refused' : 'allowed'}`);
        if (ownAffairs.test(operation.name)) expect([operation.name, isRefused]).toEqual([operation.name, true]);
      }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./view-as.txt');
  });
});
