import { createHash } from 'node:crypto';
import { type Instant, toDaySpan, toSiteDay } from '@atrium/domain/core';
import type { MemberContacts } from '../../access/index.ts';
import { enqueue, enqueueMail, getSpeech, type Links, planGrouping } from '../../notifications/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Site } from '../../sites/index.ts';
import type { PlacedAlertEvent } from '../alert-event.ts';
import type { StoredAction, StoredAlert, StoredPlanning } from '../definitions/alert.ts';
import { type NotSentReason, notificationsStore } from './notifications.store.ts';
import { findRecipients, type Recipient } from './recipients.ts';
import { type AlertFacts, buildWording } from './wording.ts';

export interface NotifyContext {
  readonly alert: StoredAlert;
  readonly site: Site;
  readonly told: AlertFacts;
  readonly plannings: readonly StoredPlanning[];
  readonly members: readonly MemberContacts[];
  readonly links: Links;
  readonly now: Instant;
}

/** Time a message is worth delivering, ms. */
const messageLifeMs = 24 * 3_600_000;

/**
 * Notifies recipients of an alert's events, in the transaction that records them. Each recipient gets one message per
 * action, under a key derived from the events. Recipients that are not notified are recorded with the reason.
 */
export async function notifyRecipients(
  transaction: Database,
  telling: NotifyContext,
  news: readonly PlacedAlertEvent[],
): Promise<void> {
  const store = notificationsStore(transaction, telling.alert.id);
  const judged: { readonly one: PlacedAlertEvent; readonly notSent: NotSentReason | null }[] = [];
  for (const one of news) judged.push({ one, notSent: await findNotSentReason(store, telling, one) });
  for (const action of telling.alert.actions) {
    const recipients = findRecipients(action, telling.alert, telling.plannings, telling.members);
    for (const recipient of recipients) await sendToRecipient(transaction, telling, action, recipient, judged);
  }
}

type Store = ReturnType<typeof notificationsStore>;

async function findNotSentReason(
  store: Store,
  { alert, site, now }: NotifyContext,
  one: PlacedAlertEvent,
): Promise<NotSentReason | null> {
  if (one.silentBecause !== null) return one.silentBecause;
  if (alert.mute !== null && alert.mute.until > now) return 'muted';
  const { maxTrigger } = alert.condition;
  if (one.about !== 'opened' || maxTrigger === null) return null;
  const day = toDaySpan(site.topology, toSiteDay(site.topology, one.begin));
  return (await store.firingsTold(one.logId, day)) >= maxTrigger ? 'maxTrigger' : null;
}

async function sendToRecipient(
  transaction: Database,
  telling: NotifyContext,
  action: StoredAction,
  recipient: Recipient,
  judged: readonly { readonly one: PlacedAlertEvent; readonly notSent: NotSentReason | null }[],
): Promise<void> {
  const { alert, now } = telling;
  const store = notificationsStore(transaction, alert.id);
  const write = (one: PlacedAlertEvent, dedupeKey: string | null, notSent: NotSentReason | null) =>
    store.write({
      ...recipient,
      logId: one.logId,
      about: one.about,
      at: one.at,
      actionId: action.id,
      dedupeKey,
      notSent,
      news: dedupeKey === null ? null : one,
    });
  const sent: PlacedAlertEvent[] = [];
  for (const { one, notSent } of judged) {
    // Recipients that were not notified of the start are not notified of later events.
    if (one.about !== 'opened' && !(await store.wasTold(one.logId, recipient)) && !isAmong(sent, one)) continue;
    if (notSent !== null) await write(one, null, notSent);
    else if (recipient.browser === null) await write(one, null, 'notSetUp');
    else sent.push(one);
  }
  if (sent.length === 0) return;
  const keys = buildKeyPrefix(alert.id, action.id, recipient);
  const when = await planGrouping(transaction, keys, now);
  const all = when.kind === 'with' ? [...(await store.takeBack(when.dedupeKey)), ...sent] : sent;
  const key = `${keys}${digest(all.map(({ about, logId, at }) => `${about} ${logId} ${at}`).join(', '))}`;
  await send(transaction, telling, action, recipient, all, {
    recipient: recipient.browser?.endpoint ?? recipient.recipient,
    dedupeKey: key,
    at: now,
    ...(when.kind !== 'now' && { notBefore: when.notBefore }),
    expiresAt: now + messageLifeMs,
    organizationId: telling.site.organizationId,
  });
  for (const one of all) await write(one, key, null);
}

const isAmong = (sent: readonly PlacedAlertEvent[], { logId }: PlacedAlertEvent) =>
  sent.some((one) => one.logId === logId && one.about === 'opened');

/** Returns the key prefix of one action and recipient. A digest of the events follows, so that they are sent once. */
const buildKeyPrefix = (alertId: number, actionId: number, { channel, recipient }: Recipient): string =>
  `alert/${alertId}/${actionId}/${channel}/${digest(recipient)}/`;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

type Sent = Parameters<typeof enqueueMail>[1] extends infer Letter ? Omit<Letter, 'language'> : never;

async function send(
  transaction: Database,
  { told, links }: NotifyContext,
  action: StoredAction,
  { channel, language, browser }: Recipient,
  news: readonly PlacedAlertEvent[],
  envelope: Sent,
): Promise<void> {
  const [first] = news as readonly [PlacedAlertEvent, ...PlacedAlertEvent[]];
  const link = links.to(`/alerts/log/${first.logId}`);
  const { subject, message, lines } = buildWording(getSpeech(language), told, news, action);
  if (channel === 'email') {
    await enqueueMail(transaction, { ...envelope, language }, 'alert', { subject, message, lines, link });
  } else if (channel === 'sms') {
    const text = [message === '' ? [subject, ...lines].join('\n') : message, link].join('\n');
    await enqueue(transaction, { ...envelope, channel: 'sms', content: { text } });
  } else if (browser != null) {
    const { p256dh, auth } = browser;
    const body = [message, ...lines].filter((line) => line !== '').join('\n');
    const content = { title: subject, body, path: `/alerts/log/${first.logId}`, keys: { p256dh, auth } } as const;
    await enqueue(transaction, { ...envelope, channel: 'push', content });
  } else if (envelope.organizationId !== null) {
    const body = JSON.stringify({ title: subject, message, link, ...buildJobBody(told, news) });
    await enqueue(transaction, {
      ...envelope,
      channel: 'job',
      content: { body, organizationId: envelope.organizationId },
    });
  }
}

/** Returns the figures for the body of a job's call. */
function buildJobBody({ alert, site, metric, rule }: AlertFacts, news: readonly PlacedAlertEvent[]) {
  const iso = (at: Instant) => new Date(at).toISOString();
  return {
    alert,
    site,
    metric,
    limit: rule.fires,
    events: news.map(({ about, place, value, begin, at, logId }) => ({
      about,
      place,
      value,
      since: iso(begin),
      at: iso(at),
      logId,
    })),
  };
}
