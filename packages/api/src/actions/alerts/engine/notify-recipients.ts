import { createHash } from 'node:crypto';
import {
  type ConditionTypeName,
  fillMessage,
  findLimit,
  type MessageToken,
  type Rule,
  type Severity,
} from '@atrium/domain/actions/alerts';
import { type Instant, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { splitDuration } from '@atrium/domain/core/format';
import {
  compareFigure,
  findMetric,
  getAnswerUnit,
  getDefaultAggregation,
  getUsualDecimals,
} from '@atrium/domain/numbers';
import type { MemberContacts } from '../../../people/access/index.ts';
import {
  enqueue,
  enqueueMail,
  getSpeech,
  type Links,
  planGrouping,
  type Speech,
} from '../../../people/notifications/index.ts';
import type { Catalogues } from '../../../people/translations/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Site } from '../../../sites/index.ts';
import type { PlacedAlertEvent, UsualAtPeak } from '../alert-event.ts';
import type { StoredAction, StoredAlert, StoredPlanning } from '../definitions/alert.ts';
import { type NotSentReason, notificationsStore } from './notifications.store.ts';
import { findRecipients, type Recipient } from './recipients.ts';

/** Facts about an alert that messages use. */
interface AlertFacts {
  readonly alert: string;
  readonly site: string;
  readonly timezone: string;
  /** ISO 4217, for metrics of money. */
  readonly currency: string | null;
  readonly metric: string;
  readonly type: ConditionTypeName;
  readonly severity: Severity;
  readonly rule: Rule;
  /** The web application's texts, which have the names of all metrics. */
  readonly texts: Catalogues;
}

interface Wording {
  readonly subject: string;
  readonly message: string;
  /** The message, or the subject and lines, where there is no room for both. */
  readonly short: string;
  readonly lines: readonly string[];
}

/** Builds a message: the alert's own text for the first event, and a line for each event. */
function buildWording(
  speech: Speech,
  told: AlertFacts,
  news: readonly PlacedAlertEvent[],
  { msgTitle, msgContent }: Pick<StoredAction, 'msgTitle' | 'msgContent'>,
): Wording {
  const [first] = news as readonly [PlacedAlertEvent, ...PlacedAlertEvent[]];
  const values = buildValues(speech, told, first);
  const usual = speech.say(`alert.subject.${first.about}`, { alert: told.alert, site: told.site });
  const own = fillMessage(msgTitle, values).trim();
  // Only a start uses the alert's own text. Other events use the standard text.
  const subject = markSeverity(speech, told.severity, first.about === 'opened' && own !== '' ? own : usual);
  const message = first.about === 'opened' ? fillMessage(msgContent, values).trim() : '';
  const lines = news.map((one) => buildLine(speech, told, one));
  const short = message === '' ? [subject, ...lines].join('\n') : markSeverity(speech, told.severity, message);
  return { subject, message, short, lines };
}

/** Begins a text with the severity. Warnings are the rule, so they are not marked. */
function markSeverity(speech: Speech, severity: Severity, text: string): string {
  return severity === 'warning' ? text : `${speech.say(`alert.severity.${severity}`)} · ${text}`;
}

function buildValues(
  speech: Speech,
  told: AlertFacts,
  { place, value, begin, usual = null }: PlacedAlertEvent,
): Readonly<Record<MessageToken, string>> {
  return {
    alert: told.alert,
    site: told.site,
    zone: place,
    value: formatAmount(speech, told, value),
    limit:
      usual === null ? formatAmount(speech, told, findLimit(told.rule, null)) : formatUsual(speech, told, value, usual),
    since: speech.moment(begin, told.timezone),
  };
}

function buildLine(speech: Speech, told: AlertFacts, news: PlacedAlertEvent): string {
  const { alert: _alert, site: _site, zone, ...values } = buildValues(speech, told, news);
  const [place, since] = [describePlace(speech, told, zone), values.since];
  const when = speech.moment(news.at, told.timezone);
  // A device status has no value to show.
  const isUsual = told.rule.measure !== 'value';
  const hasNumber = told.metric !== 'deviceStatus' && news.value !== null;
  switch (news.about) {
    case 'opened':
      if (!hasNumber) return speech.say('alert.line.openedPlain', { place, since });
      if (news.usual)
        return speech.say('alert.line.openedUsual', { place, since, value: values.value, usual: values.limit });
      return speech.say('alert.line.opened', { place, since, value: values.value, limit: values.limit });
    case 'ended':
      return speech.say(`alert.line.${news.endedBy === 'closed' ? 'closed' : 'ended'}${isUsual ? 'Usual' : ''}`, {
        place,
        when,
        since,
      });
    case 'silent':
      return speech.say('alert.line.silent', { place, since });
    case 'reminder':
      if (!hasNumber) return speech.say('alert.line.reminderPlain', { place, since });
      return speech.say('alert.line.reminder', { place, since, value: values.value });
  }
}

/** Returns e.g. `CO₂ · Floor · Hall`: metric, place and site, even if the alert's own text omits them. */
function describePlace(speech: Speech, { site, metric, type, texts }: AlertFacts, place: string): string {
  // People passing while a site is closed are not called entries.
  const id: string = `alert.what.${type === 'intrusion' ? type : metric}`;
  const named = texts.languages[speech.language]?.[`metric.${metric}`];
  // Until the web application is built, there are no texts.
  const word = speech.has(id) ? speech.say(id) : typeof named === 'string' ? named : metric;
  return [...new Set([word, place, site])].join(' · ');
}

type Measured = Pick<AlertFacts, 'metric' | 'currency'>;

const people: ReadonlySet<string> = new Set(['people', 'visitors']);

/** Formats what is usual beside a value, such as `66,500 visitors (51,000–80,000)`, rounded like the value. */
function formatUsual(speech: Speech, told: Measured, value: number | null, usual: UsualAtPeak): string {
  const metric = findMetric(told.metric);
  if (metric === undefined) return '–';
  const figure = compareFigure({ metric, value, usual: usual.value, range: usual });
  if (figure.usual === null || figure.range === null) return '–';
  const { lower, upper } = figure.range;
  const decimals = getUsualDecimals(metric, figure.usual);
  const [from, to] = [lower, upper].map((edge) =>
    metric.kind === 'duration' ? formatAmount(speech, told, edge) : speech.number(edge, decimals),
  ) as [string, string];
  return speech.say('alert.usual', { usual: formatAmount(speech, told, figure.usual, decimals), from, to });
}

/** Formats a number with its unit for a sentence. */
function formatAmount(
  speech: Speech,
  { metric: id, currency }: Measured,
  value: number | null,
  digits?: number,
): string {
  const metric = findMetric(id);
  if (value === null || metric === undefined) return '–';
  if (metric.kind === 'duration')
    return (splitDuration(value) ?? []).map((part) => `${part.amount} ${part.unit}`).join(' ');
  const count = speech.number(value, digits ?? metric.decimals);
  if (people.has(metric.unit)) return speech.say('alert.people', { count });
  const unit = metric.unit === '%RH' ? '%' : getAnswerUnit(metric, getDefaultAggregation(metric), currency);
  return unit === '' ? count : `${count} ${unit}`;
}

export interface NotifyContext {
  readonly alert: StoredAlert;
  readonly site: Site;
  readonly told: AlertFacts;
  readonly plannings: readonly StoredPlanning[];
  readonly members: readonly MemberContacts[];
  readonly links: Links;
  readonly now: Instant;
  /** Why nobody is told now. Null: people are. */
  readonly quiet: 'quiet' | 'closedDay' | null;
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
  { alert, site, now, quiet }: NotifyContext,
  one: PlacedAlertEvent,
): Promise<NotSentReason | null> {
  if (one.silentBecause !== null) return one.silentBecause;
  if (alert.mute !== null && alert.mute.until > now) return 'muted';
  if (quiet !== null) return quiet;
  const { maxTrigger } = alert.condition;
  if (one.about !== 'opened' || maxTrigger === null) return null;
  const day = toDaySpan(site.topology, toSiteDay(site.topology, one.begin));
  return (await store.countNotifiedFirings(one.logId, day)) >= maxTrigger ? 'maxTrigger' : null;
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
    if (!isAmong(sent, one) && !(await concerns(store, one, recipient))) continue;
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

/**
 * Whether a recipient is to learn of an event. One who was not told of the start is not told of what follows, except
 * reminded of what began in a quiet time.
 */
async function concerns(store: Store, { about, logId }: PlacedAlertEvent, recipient: Recipient): Promise<boolean> {
  if (about === 'opened' || (await store.wasNotified(logId, recipient))) return true;
  return about === 'reminder' && (await store.wasSpared(logId, recipient));
}

const isAmong = (sent: readonly PlacedAlertEvent[], { logId }: PlacedAlertEvent) =>
  sent.some((one) => one.logId === logId && one.about === 'opened');

/**
 * Returns the key prefix of one action and recipient. A digest of the events follows, so that each set of events is
 * sent once.
 */
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
  const { subject, message, short, lines } = buildWording(getSpeech(language), told, news, action);
  if (channel === 'email') {
    await enqueueMail(transaction, { ...envelope, language }, 'alert', { subject, message, lines, link });
  } else if (channel === 'sms') {
    await enqueue(transaction, { ...envelope, channel: 'sms', content: { text: `${short}\n${link}` } });
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
function buildJobBody({ alert, site, metric, severity, rule }: AlertFacts, news: readonly PlacedAlertEvent[]) {
  const iso = (at: Instant) => new Date(at).toISOString();
  return {
    alert,
    site,
    severity,
    metric,
    limit: rule.measure === 'value' ? rule.fires : null,
    events: news.map(({ about, place, value, usual = null, begin, at, logId }) => ({
      about,
      place,
      value,
      ...(usual !== null && { usual }),
      since: iso(begin),
      at: iso(at),
      logId,
    })),
  };
}
