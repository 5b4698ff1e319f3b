import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UserId } from '@atrium/domain/core';
import type { AuditAction } from '@atrium/domain/people/audit';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/tenancy/index.ts';
import { useTestStores } from '../../src/platform/testing/test-stores.ts';
import { type AuditedMutation, auditedMutations } from './operations/audited-mutations.ts';
import { listLeaves, listOperations, type Operation } from './operations/operations.ts';
import { callWithOwnIds } from './operations/walk.ts';
import { getErrorCodes } from './world/run-operation.ts';
import { createWorld, loadIds, type World } from './world/test-world.ts';

const stores = useTestStores();
let world: World;
let administrator: Scope;
/** The same administrator, viewing the product as another user. */
let viewing: Scope;

beforeAll(async () => {
  world = await createWorld({ db: stores.relational.db, analytics: stores.analytics });
  administrator = await world.ours.scope('administrator');
  // Only a session with a second factor may trust a browser.
  await world.db.execute(sql`update sessions set second_factor = true where id = ${administrator.sessionId}`);
  const manager = await world.ours.scope('manager');
  viewing = { ...administrator, viewedBy: manager.userId };
});

/** Mutations that delete something come last, and those that restore it after that. */
const turnOf = ({ name }: Operation) => {
  if (/^(restore|logout)/.test(name)) return 2;
  return /^(cancel|delete|forget|revoke|undo|withdraw)/.test(name) ? 1 : 0;
};

const mutations = (): readonly Operation[] =>
  [world.schemas.main, world.schemas.hub]
    .flatMap((schema) => listOperations(schema).filter(({ kind }) => kind === 'mutation'))
    .toSorted((one, other) => turnOf(one) - turnOf(other));

/** Returns the actions recorded since an entry. */
async function actionsSince(last: number): Promise<readonly AuditAction[]> {
  const { rows } = await world.db.execute<{ action: AuditAction }>(
    sql`select action from audit_entries where id > ${last} order by id`,
  );
  return rows.map(({ action }) => action);
}

async function lastEntry(): Promise<number> {
  const { rows } = await world.db.execute<{ last: number }>(
    sql`select coalesce(max(id), 0)::int as last from audit_entries`,
  );
  return rows[0]?.last ?? 0;
}

/** Calls a mutation with the caller's own ids; returns its answer and the recorded actions. */
async function tryOut(operation: Operation, scope: Scope) {
  const { instead, newest } = auditedMutations[operation.name] as AuditedMutation;
  const given: Record<string, unknown> = { ...instead?.(world.ours) };
  if (newest !== undefined) given.id = (await loadIds(world.db, world.ours.organizationId)).get(newest)?.at(-1);
  for (const { path } of listLeaves(operation)) if (newest !== undefined && /Id$/.test(path)) given[path] = given.id;
  const before = await lastEntry();
  const walk = { schema: operation.schema, operation, home: world.ours, scope, lacksRights: false };
  const answer = await callWithOwnIds(walk, given);
  return { answer, codes: getErrorCodes(answer), actions: await actionsSince(before) };
}

describe('audit log of mutations', () => {
  it('each mutation declares its action, or why there is none', () => {
    const names = mutations().map(({ name }) => name);
    expect(Object.keys(auditedMutations).toSorted()).toEqual([...new Set(names)].toSorted());
  });

  it('each action tested elsewhere appears in the named test', async () => {
    const root = join(import.meta.dirname, '../..');
    const files: string[] = [];
    for await (const file of glob('{src,testing}/**/*.test.ts', { cwd: root })) files.push(file);
    for (const [name, { action, tested }] of Object.entries(auditedMutations)) {
      if (tested === undefined) continue;
      const texts = await Promise.all(
        files.filter((file) => file.startsWith(tested)).map((file) => readFile(join(root, file), 'utf8')),
      );
      expect([name, texts.some((text) => text.includes(`'${action}'`))]).toEqual([name, true]);
    }
  });

  it('each mutation records its action', async () => {
    const missing: unknown[] = [];
    for (const operation of mutations()) {
      const { action, tested } = auditedMutations[operation.name] as AuditedMutation;
      if (action === undefined || tested !== undefined) continue;
      const { codes, actions, answer } = await tryOut(operation, administrator);
      if (!actions.includes(action))
        missing.push([operation.name, codes, actions, answer.errors?.map(({ message }) => message)]);
    }
    expect(missing).toEqual([]);
  }, 300_000);

  it('ending a view-as session is recorded', async () => {
    const [looking, looked] = [await world.theirs.scope('administrator'), await world.theirs.scope('viewer')];
    const started = await world.access.startViewAs(looking, looked.userId as UserId, '192.0.2.1');
    const { scope } = await world.access.authenticate(started.ok ? started.value.token : '');
    const before = await lastEntry();
    await world.access.endViewAs(scope as Scope, '192.0.2.1');
    expect(await actionsSince(before)).toEqual(['session.viewAsEnded']);
  });

  it('personal changes are recorded when an administrator makes them as another user', async () => {
    const missing: unknown[] = [];
    for (const operation of mutations()) {
      const { viewed } = auditedMutations[operation.name] as AuditedMutation;
      if (viewed === undefined) continue;
      const { codes, actions } = await tryOut(operation, viewing);
      if (codes.length > 0 || !actions.includes(viewed)) missing.push([operation.name, codes, actions]);
      const alone = await tryOut(operation, administrator);
      expect([operation.name, alone.actions]).toEqual([operation.name, []]);
    }
    expect(missing).toEqual([]);
  });
});
