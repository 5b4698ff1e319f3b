import { phases, toPlaceKey } from '@atrium/domain/actions/alerts';
import { failure } from '@atrium/domain/core';
import { deliveryStatuses } from '../../../people/notifications/index.ts';
import type { Builder } from '../../../platform/graphql/builder.ts';
import type { TypeRef } from '../../../platform/graphql/connections.ts';
import { toGraphqlError } from '../../../platform/graphql/errors.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { alertEventKinds, notSentReasons, transitionEffects, transitionKinds } from '../alert-event.ts';
import type { LogTimes } from '../alerts.schema.ts';
import { actionTypes } from '../definitions/alert.ts';
import type { AlertTypes } from '../definitions/alert-types.graphql.ts';
import type { Observe } from '../engine/observe.ts';
import { type AlertPoint, toAlertPoint } from '../engine/to-observations.ts';
import type { ReadableAlertLogEntry } from './read-alert-log.ts';
import { maxSteps, type StoryStep } from './story.store.ts';
import { type AlertStory, type AlertStoryNotification, readStory, type StoryDependencies } from './story.ts';

/** Time before and after a firing whose values are shown, ms. */
const around = 2 * 3_600_000;
/** Longer firings show this much from their start, ms. */
const maxShownMs = 24 * 3_600_000;

/**
 * Returns the values around a firing, as the engine reads them now. Empty if the alert is deleted or the entry was made
 * by hand.
 */
async function readStoryPoints(
  { clock, observe }: Pick<StoryDependencies, 'clock'> & { readonly observe: Observe },
  scope: Scope,
  { alert, entry: { place, dateBegin, dateEnd } }: AlertStory,
  signal?: AbortSignal,
): Promise<readonly AlertPoint[]> {
  if (alert === null || place === null) return [];
  const now = clock.now();
  const end = Math.min(now, (dateEnd ?? now) + around, dateBegin + maxShownMs);
  const span = { from: dateBegin - around, to: Math.max(end, dateBegin - around + 60_000) };
  const [observed] = await observe(scope, [{ site: alert.site, condition: alert.condition, span }], signal);
  if (observed === undefined || !observed.ok) return [];
  const own = observed.value.find((one) => toPlaceKey(one.place) === place);
  return (own?.observations ?? []).map(toAlertPoint);
}

export interface StoryGraphqlDependencies extends StoryDependencies {
  readonly observe: Observe;
}

/** Registers `alertStory`: one firing, what happened around it, and who was notified. */
export function registerAlertStory(
  builder: Builder,
  dependencies: StoryGraphqlDependencies,
  entry: TypeRef<ReadableAlertLogEntry>,
  { alert, point }: Pick<AlertTypes, 'alert' | 'point'>,
): void {
  const step = registerStep(builder);
  const notification = registerNotification(builder);
  const story = builder.objectRef<AlertStory>('AlertStory').implement({
    fields: (t) => ({
      entry: t.field({ type: entry, resolve: (one) => one.entry }),
      alert: t.field({
        type: alert,
        nullable: true,
        description: 'null: it has been deleted.',
        resolve: (one) => one.alert,
      }),
      acknowledgedByName: t.string({ nullable: true, resolve: ({ acknowledgedBy }) => acknowledgedBy }),
      steps: t.field({ type: [step], length: { most: maxSteps }, resolve: ({ steps }) => [...steps] }),
      points: t.field({
        type: [point],
        length: { most: 1600 },
        cost: () => 20_000,
        description: 'The values around it, oldest first; none where the alert is gone.',
        resolve: async (one, _args, { scope, signal }) =>
          scope === null ? [] : [...(await readStoryPoints(dependencies, scope, one, signal))],
      }),
      notifications: t.field({
        type: [notification],
        length: { most: maxSteps },
        resolve: ({ notifications }) => [...notifications],
      }),
    }),
  });
  builder.queryField('alertStory', (t) =>
    t.withAuth({ area: 'alertLog' }).field({
      type: story,
      args: { alertLogId: t.arg.int({ required: true }) },
      resolve: async (_root, { alertLogId }, { scope }) => {
        const found = await readStory(dependencies, scope, alertLogId);
        if (found === null) throw toGraphqlError(failure('NOT_FOUND', 'No such entry', 'alertLogId'));
        return found;
      },
    }),
  );
}

function registerStep(builder: Builder) {
  const times = builder.objectRef<LogTimes>('AlertLogTimes').implement({
    fields: (t) => ({
      begin: t.expose('begin', { type: 'Timestamp' }),
      end: t.expose('end', { type: 'Timestamp', nullable: true }),
    }),
  });
  const phase = getEnumType(builder, 'AlertPhase', phases);
  return builder.objectRef<StoryStep>('AlertStoryStep').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      kind: t.expose('kind', { type: getEnumType(builder, 'AlertStepKind', transitionKinds) }),
      at: t.expose('at', { type: 'Timestamp' }),
      from: t.expose('from', { type: phase, nullable: true }),
      to: t.expose('to', { type: phase, nullable: true }),
      value: t.exposeFloat('value', { nullable: true, description: 'null: time or silence brought it about.' }),
      effect: t.expose('effect', { type: getEnumType(builder, 'AlertStepEffect', transitionEffects), nullable: true }),
      seenAt: t.expose('seenAt', { type: 'Timestamp', description: 'When it was found.' }),
      before: t.field({
        type: times,
        nullable: true,
        description: 'Of a correction: what the entry said before; null: there was none.',
        resolve: ({ before }) => before,
      }),
      after: t.field({ type: times, nullable: true, resolve: ({ after }) => after }),
    }),
  });
}

function registerNotification(builder: Builder) {
  const status = getEnumType(builder, 'AlertNotificationStatus', [...deliveryStatuses, ...notSentReasons]);
  return builder.objectRef<AlertStoryNotification>('AlertNotification').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      channel: t.expose('channel', { type: getEnumType(builder, 'AlertActionType', actionTypes) }),
      about: t.expose('about', { type: getEnumType(builder, 'AlertNewsKind', alertEventKinds) }),
      recipient: t.exposeString('recipient'),
      userName: t.exposeString('userName', { nullable: true, description: 'Of a member.' }),
      at: t.expose('at', { type: 'Timestamp' }),
      status: t.field({
        type: status,
        description: 'What became of it, or why there was none.',
        resolve: ({ notSent, deliveryStatus }) => notSent ?? deliveryStatus?.status ?? 'sent',
      }),
      attempts: t.int({ resolve: ({ deliveryStatus }) => deliveryStatus?.attempts ?? 0 }),
      sentAt: t.field({
        type: 'Timestamp',
        nullable: true,
        resolve: ({ deliveryStatus }) => deliveryStatus?.sentAt ?? null,
      }),
      nextAttemptAt: t.field({
        type: 'Timestamp',
        nullable: true,
        resolve: ({ deliveryStatus }) => deliveryStatus?.nextAttemptAt ?? null,
      }),
      problem: t.string({ nullable: true, resolve: ({ deliveryStatus }) => deliveryStatus?.problem ?? null }),
    }),
  });
}
