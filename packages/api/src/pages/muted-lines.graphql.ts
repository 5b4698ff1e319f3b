import {
  type Clock,
  err,
  type Failure,
  failure,
  type Instant,
  ok,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import { isLineKey } from '@atrium/domain/pages';
import { recordAuditIfViewed } from '../people/audit/index.ts';
import type { Builder } from '../platform/graphql/builder.ts';
import { orThrow } from '../platform/graphql/errors.ts';
import { inTransaction, unwrap } from '../platform/relational/in-transaction.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { type MutedLine, type MutedLinesStore, mutedLinesStore } from './muted-lines.store.ts';

/** Limit of muted lines per person. */
const maxLines = 200;
const maxMuteMs = 31 * 86_400_000;

/** Mutes a line for the caller alone. Its alert, if it has one, still fires and notifies. */
async function muteLine(
  store: MutedLinesStore,
  scope: Scope,
  line: MutedLine,
  now: Instant,
): Promise<Result<readonly MutedLine[], Failure>> {
  if (!isLineKey(line.key)) return err(failure('BAD_INPUT', 'No line of the brief has such a key', 'key'));
  if (!(line.until > now && line.until <= now + maxMuteMs))
    return err(failure('BAD_INPUT', 'A line can be muted for at most 31 days', 'until'));
  return asPerson(scope, async (userId) => {
    await store.prepare(scope, userId, now);
    const all = await store.all(scope, userId, now);
    if (all.length >= maxLines && !all.some(({ key }) => key === line.key))
      return err(failure('BAD_INPUT', `There can be ${maxLines} muted lines, unmute one first`));
    await store.save(scope, userId, line);
    return ok(await store.all(scope, userId, now));
  });
}

/** Shows a line again. A line that is not muted stays as it is. */
async function unmuteLine(
  store: MutedLinesStore,
  scope: Scope,
  key: string,
  now: Instant,
): Promise<Result<readonly MutedLine[], Failure>> {
  return asPerson(scope, async (userId) => {
    await store.remove(scope, userId, key);
    return ok(await store.all(scope, userId, now));
  });
}

async function asPerson<Answer>(
  { userId }: Scope,
  act: (userId: UserId) => Promise<Result<Answer, Failure>>,
): Promise<Result<Answer, Failure>> {
  return userId === null ? err(failure('FORBIDDEN', 'Only people mute lines of the brief')) : act(userId);
}

export function registerMutedLines(
  builder: Builder,
  { db, clock }: { readonly db: Database; readonly clock: Clock },
): void {
  const line = builder.objectRef<MutedLine>('MutedLine').implement({
    description: 'A line of the overview’s brief that one person hid.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'The cause of the line.' }),
      until: t.expose('until', { type: 'Timestamp' }),
    }),
  });
  const changing = async (
    scope: Scope,
    name: string,
    change: (store: MutedLinesStore) => Promise<Result<readonly MutedLine[], Failure>>,
  ): Promise<MutedLine[]> =>
    orThrow(
      await inTransaction(db, async (transaction) => {
        const done = unwrap(await change(mutedLinesStore(transaction)));
        await recordAuditIfViewed(scope, transaction, { at: clock.now(), details: { name }, action: 'brief.changed' });
        return [...done];
      }),
    );
  builder.queryField('mutedLines', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: [line],
      length: { most: maxLines },
      cost: () => 200,
      description: 'One’s own muted lines of the brief; nobody sees another’s.',
      resolve: async (_root, _args, { scope }) =>
        scope.userId === null ? [] : [...(await mutedLinesStore(db).all(scope, scope.userId, clock.now()))],
    }),
  );
  builder.mutationField('muteLine', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: [line],
      length: { most: maxLines },
      description: 'Hides a line of one’s own brief, for at most 31 days; answers all muted lines.',
      args: {
        key: t.arg.string({ required: true }),
        until: t.arg({ type: 'Timestamp', required: true }),
      },
      resolve: (_root, wanted, { scope }) =>
        changing(scope, wanted.key, (store) => muteLine(store, scope, wanted, clock.now())),
    }),
  );
  builder.mutationField('unmuteLine', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: [line],
      length: { most: maxLines },
      description: 'Shows a line of one’s own brief again; answers all muted lines.',
      args: { key: t.arg.string({ required: true }) },
      resolve: (_root, { key }, { scope }) =>
        changing(scope, key, (store) => unmuteLine(store, scope, key, clock.now())),
    }),
  );
}
