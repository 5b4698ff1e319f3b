import { type Clock, type EventId, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import { isProfileLanguage } from '@atrium/domain/people/access';
import { recordAudit } from '../../people/audit/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { type SiteEvent, type SiteSnapshots, writeEventLimit } from '../../sites/index.ts';
import type { StoredScreen } from './screen.ts';
import { screensStore } from './screens.store.ts';
import './stop-and-go.events.ts';

export interface ScreenChanges {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly sites: SiteSnapshots;
}

/** Fields of a screen's form. Undefined: unchanged. */
export interface WrittenScreen {
  readonly name?: string | undefined;
  readonly eventId?: number | undefined;
  readonly language?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** People. Stored in the event, so that pages, alerts and screens share one limit. */
  readonly limit?: number | undefined;
}

const maxScreens = 200;
const maxNameLength = 80;
const maxPeople = 10_000_000;

const noScreen = failure('NOT_FOUND', 'No such screen', 'id');

/** Creates a screen. By default it is on if its event has a limit. */
export function createScreen(
  changes: ScreenChanges,
  scope: Scope,
  written: WrittenScreen & { readonly name: string; readonly eventId: number; readonly language: string },
): Promise<Result<StoredScreen, Failure>> {
  const at = changes.clock.now();
  return change(
    changes,
    scope,
    async (transaction) => {
      const store = screensStore(transaction);
      if ((await store.all({ ...scope, installationIds: null })).length >= maxScreens)
        return err(failure('BAD_INPUT', `An organization has at most ${maxScreens} screens`, 'input.name'));
      const event = await eventOf(changes, scope, written.eventId);
      if (event === null) return noEvent;
      const limit = written.limit ?? event.stopngoLimit;
      const checked = check({ ...written, enabled: written.enabled ?? limit !== null }, limit);
      if (!checked.ok) return checked;
      await setLimit(transaction, scope, event, written.limit);
      const { installationId, id: eventId } = event;
      const screen = await store.insert(scope, { ...checked.value, installationId, eventId, switchedAt: at });
      await record(scope, transaction, screen, 'screen.created', at);
      return ok(screen);
    },
    written.limit,
  );
}

export type CreateScreen = (
  scope: Scope,
  written: Parameters<typeof createScreen>[2],
) => ReturnType<typeof createScreen>;

export const buildCreateScreen =
  (changes: ScreenChanges): CreateScreen =>
  (scope, written) =>
    createScreen(changes, scope, written);

/** Updates a screen. It can be on only if its event has a limit. */
export function updateScreen(
  changes: ScreenChanges,
  scope: Scope,
  screenId: number,
  written: WrittenScreen,
): Promise<Result<StoredScreen, Failure>> {
  const at = changes.clock.now();
  return change(
    changes,
    scope,
    async (transaction) => {
      const store = screensStore(transaction);
      const before = await store.hold(scope, screenId);
      if (before === null) return err(noScreen);
      const event = await eventOf(changes, scope, written.eventId ?? before.eventId);
      if (event === null) return noEvent;
      const { name = before.name, language = before.language, enabled = before.enabled } = written;
      const checked = check({ name, language, enabled, limit: written.limit }, written.limit ?? event.stopngoLimit);
      if (!checked.ok) return checked;
      await setLimit(transaction, scope, event, written.limit);
      const isSwitched = enabled !== before.enabled;
      const switchedAt = isSwitched ? at : before.switchedAt;
      const { installationId, id: eventId } = event;
      await store.update(scope, screenId, { ...checked.value, installationId, eventId, switchedAt });
      const action = !isSwitched ? 'screen.changed' : enabled ? 'screen.switchedOn' : 'screen.switchedOff';
      const after = { ...before, ...checked.value, installationId, eventId, switchedAt };
      await record(scope, transaction, after, action, at);
      return ok(after);
    },
    written.limit,
  );
}

/** Renews the link of a screen's public page. Displays with the old link show that it is invalid. */
export function renewScreenLink(
  changes: ScreenChanges,
  scope: Scope,
  screenId: number,
): Promise<Result<StoredScreen, Failure>> {
  const at = changes.clock.now();
  return change(changes, scope, async (transaction) => {
    const store = screensStore(transaction);
    const before = await store.hold(scope, screenId);
    if (before === null) return err(noScreen);
    const after = { ...before, generation: before.generation + 1 };
    await store.setGeneration(scope, screenId, after.generation);
    await record(scope, transaction, after, 'screen.linkRenewed', at);
    return ok(after);
  });
}

export async function deleteScreen(
  changes: ScreenChanges,
  scope: Scope,
  screenId: number,
): Promise<Result<true, Failure>> {
  const at = changes.clock.now();
  const gone = await change(changes, scope, async (transaction) => {
    const store = screensStore(transaction);
    const before = await store.hold(scope, screenId);
    if (before === null) return err(noScreen);
    await store.remove(scope, screenId);
    await record(scope, transaction, before, 'screen.deleted', at);
    return ok(before);
  });
  return gone.ok ? ok(true) : gone;
}

const noEvent = err(failure('NOT_FOUND', 'No such event', 'input.eventId'));

async function eventOf({ sites }: ScreenChanges, scope: Scope, eventId: number): Promise<SiteEvent | null> {
  const snapshot = await sites.snapshot(scope);
  const events = [...snapshot.sites.values()].flatMap((site) => site.events);
  return events.find(({ id, removedAt }) => id === (eventId as EventId) && removedAt === null) ?? null;
}

/** Validates the fields. `limit`: the limit after the change. */
function check(
  { name: given = '', language = '', enabled = false, limit: written }: WrittenScreen,
  limit: number | null,
): Result<Pick<StoredScreen, 'name' | 'language' | 'enabled'>, Failure> {
  const name = given.trim();
  const refuse = (message: string, field: string) => err(failure('BAD_INPUT', message, `input.${field}`));
  if (name === '' || [...name].length > maxNameLength || /\p{Cc}/u.test(name))
    return refuse(`name takes 1 to ${maxNameLength} characters on one line`, 'name');
  if (!isProfileLanguage(language)) return refuse('language takes fr, en, it, ar, de or es', 'language');
  if (written !== undefined && (!Number.isInteger(written) || written < 1 || written > maxPeople))
    return refuse(`limit takes whole people from 1 to ${maxPeople}`, 'limit');
  if (enabled && limit === null) return refuse('A screen without a limit cannot be switched on', 'limit');
  return ok({ name, language, enabled });
}

async function setLimit(transaction: Database, scope: Scope, event: SiteEvent, limit: number | undefined) {
  if (limit === undefined || limit === event.stopngoLimit) return;
  await writeEventLimit(transaction, scope, { eventId: event.id, installationId: event.installationId, limit });
}

type Action =
  | 'screen.created'
  | 'screen.changed'
  | 'screen.switchedOn'
  | 'screen.switchedOff'
  | 'screen.linkRenewed'
  | 'screen.deleted';

async function record(
  scope: Scope,
  transaction: Database,
  { id, name, installationId }: StoredScreen,
  action: Action,
  at: number,
) {
  await recordAudit(scope, transaction, { at, action, details: { name }, subjectId: id, installationId });
}

/** Runs a change in a transaction and publishes it after the commit. */
async function change(
  { db, bus }: ScreenChanges,
  { organizationId }: Scope,
  make: (transaction: Database) => Promise<Result<StoredScreen, Failure>>,
  limit?: number | undefined,
): Promise<Result<StoredScreen, Failure>> {
  const made = await inTransaction(db, async (transaction) => unwrap(await make(transaction)));
  if (made.ok) {
    if (limit !== undefined) bus.publish('sites.changed', { organizationId });
    bus.publish('screens.changed', { installationId: made.value.installationId, screenId: made.value.id });
  }
  return made;
}
