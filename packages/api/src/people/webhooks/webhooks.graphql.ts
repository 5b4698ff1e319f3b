import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow, requireWholeOrganization } from '../../platform/graphql/errors.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import {
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  replayDelivery,
  replayPeriod,
  testWebhook,
  updateWebhook,
  type WebhookChanges,
  type WebhookWithSecret,
} from './change-webhooks.ts';
import { type WebhookEventType, webhookEventTypes } from './event-types.ts';
import { type DeliveryTry, deliveryStates } from './webhooks.schema.ts';
import { type StoredWebhook, type WebhookDelivery, webhooksStore } from './webhooks.store.ts';

/** `alert.opened` is ALERT_OPENED. */
const eventValues = Object.fromEntries(
  webhookEventTypes.map((value) => [value.toUpperCase().replace('.', '_'), { value }]),
) as Record<string, { readonly value: WebhookEventType }>;

const pageSize = 50;
const maxTries = 20;

/** Registers the webhooks of an organization. They are called for all sites, so only who sees all of them has them. */
export function registerWebhooks(builder: Builder, changes: WebhookChanges): void {
  const types = registerTypes(builder);
  registerReads(builder, changes, types);
  registerChanges(builder, changes, types);
  registerReplays(builder, changes);
}

type Types = ReturnType<typeof registerTypes>;

function registerTypes(builder: Builder) {
  const event = builder.enumType('WebhookEvent', { values: eventValues });
  const state = builder.enumType('WebhookDeliveryState', { values: deliveryStates });
  const made = builder.objectRef<DeliveryTry>('WebhookTry').implement({
    fields: (t) => ({
      at: t.expose('at', { type: 'Timestamp' }),
      status: t.exposeInt('status', { nullable: true, description: 'HTTP status; null: no response.' }),
      ms: t.exposeInt('ms'),
      body: t.exposeString('body', { description: 'The beginning of the response.' }),
      problem: t.exposeString('problem', { nullable: true, description: 'Why there is no response.' }),
    }),
  });
  const delivery = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      messageId: t.exposeString('messageId', { description: 'The header webhook-id, the same for each try.' }),
      event: t.field({ type: event, resolve: ({ type }) => type }),
      body: t.exposeString('body', { description: 'As sent.' }),
      state: t.field({ type: state, resolve: (one) => one.state }),
      replays: t.exposeInt('replays'),
      tries: t.field({
        type: [made],
        length: { most: maxTries },
        description: 'Oldest first.',
        resolve: ({ tries }) => [...tries],
      }),
      createdAt: t.expose('createdAt', { type: 'Timestamp' }),
      nextAttemptAt: t.expose('nextAttemptAt', { type: 'Timestamp', nullable: true }),
    }),
  });
  const webhook = builder.objectRef<StoredWebhook>('Webhook').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      url: t.exposeString('url'),
      events: t.field({
        type: [event],
        length: { most: webhookEventTypes.length },
        resolve: ({ events }) => [...events],
      }),
      createdAt: t.field({ type: 'Timestamp', resolve: ({ createdAt }) => createdAt.getTime() }),
      pausedAt: t.field({
        type: 'Timestamp',
        nullable: true,
        description: 'Since when it is not called; null: it is.',
        resolve: ({ pausedAt }) => pausedAt?.getTime() ?? null,
      }),
      failures: t.exposeInt('failures', { description: 'Failed tries since the last success.' }),
    }),
  });
  const created = builder.objectRef<WebhookWithSecret>('WebhookWithSecret').implement({
    fields: (t) => ({
      webhook: t.field({ type: webhook, resolve: (one) => one.webhook }),
      secret: t.exposeString('secret', { description: 'Signs its calls; told this once.' }),
    }),
  });
  return { event, delivery, webhook, created };
}

function registerReads(builder: Builder, { db }: WebhookChanges, { webhook, delivery }: Types): void {
  const store = webhooksStore(db);
  builder.queryField('allWebhooks', (t) =>
    t.withAuth({ area: 'ingestKeys' }).field({
      type: [webhook],
      length: { most: 20 },
      resolve: (_root, _args, { scope }) => store.all(whole(scope)),
    }),
  );
  builder.queryField('webhookDeliveries', (t) =>
    t.withAuth({ area: 'ingestKeys' }).field({
      type: [delivery],
      length: { most: pageSize },
      description: 'Newest first, 50 at a time.',
      args: {
        webhookId: t.arg.int({ required: true }),
        beforeDelivery: t.arg.int({ description: 'The last of the page before.' }),
      },
      resolve: async (_root, { webhookId, beforeDelivery }, { scope }) => [
        ...(await store.deliveries(whole(scope), webhookId, beforeDelivery ?? null, pageSize)),
      ],
    }),
  );
}

function registerChanges(builder: Builder, changes: WebhookChanges, { event, webhook, created }: Types): void {
  builder.mutationField('createWebhook', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).field({
      type: created,
      args: { endpoint: t.arg.string({ required: true }), events: t.arg({ type: [event], required: true }) },
      resolve: async (_root, { endpoint: url, events }, { scope }) =>
        orThrow(await createWebhook(changes, whole(scope), { url, events })),
    }),
  );
  builder.mutationField('updateWebhook', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).field({
      type: webhook,
      args: {
        webhookId: t.arg.int({ required: true }),
        endpoint: t.arg.string({ required: true }),
        events: t.arg({ type: [event], required: true }),
        isPaused: t.arg.boolean({ required: true }),
      },
      resolve: async (_root, { webhookId, endpoint: url, ...draft }, { scope }) =>
        orThrow(await updateWebhook(changes, whole(scope), webhookId, { ...draft, url })),
    }),
  );
  builder.mutationField('deleteWebhook', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).boolean({
      description: 'Its log goes with it.',
      args: { webhookId: t.arg.int({ required: true }) },
      resolve: async (_root, { webhookId }, { scope }) =>
        orThrow(await deleteWebhook(changes, whole(scope), webhookId)),
    }),
  );
  builder.mutationField('renewWebhookSecret', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).field({
      type: created,
      description: 'Calls are signed with the secret before, too, for another day.',
      args: { webhookId: t.arg.int({ required: true }) },
      resolve: async (_root, { webhookId }, { scope }) =>
        orThrow(await renewWebhookSecret(changes, whole(scope), webhookId)),
    }),
  );
}

function registerReplays(builder: Builder, changes: WebhookChanges): void {
  builder.mutationField('testWebhook', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).boolean({
      args: { webhookId: t.arg.int({ required: true }) },
      resolve: async (_root, { webhookId }, { scope }) => orThrow(await testWebhook(changes, whole(scope), webhookId)),
    }),
  );
  builder.mutationField('replayWebhookDelivery', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).int({
      description: 'How many are sent again: 0 if it still waits.',
      args: { webhookDeliveryId: t.arg.int({ required: true }) },
      resolve: async (_root, { webhookDeliveryId }, { scope }) =>
        orThrow(await replayDelivery(changes, whole(scope), webhookDeliveryId)),
    }),
  );
  builder.mutationField('replayWebhookDeliveries', (t) =>
    t.withAuth({ $all: { area: 'ingestKeys', themselves: true } }).int({
      description: 'How many are sent again, at most 1000.',
      args: {
        webhookId: t.arg.int({ required: true }),
        from: t.arg({ type: 'Timestamp', required: true }),
        to: t.arg({ type: 'Timestamp', required: true, description: 'Excluded.' }),
      },
      resolve: async (_root, period, { scope }) => orThrow(await replayPeriod(changes, whole(scope), period)),
    }),
  );
}

function whole(scope: Scope): Scope {
  requireWholeOrganization(scope);
  return scope;
}
