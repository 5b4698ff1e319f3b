import { type ConditionTypeName, fillMessage, type MessageToken, type Rule } from '@atrium/domain/alerts';
import { splitDuration } from '@atrium/domain/core/format';
import { findMetric } from '@atrium/domain/measurements';
import type { Speech } from '../../notifications/index.ts';
import type { PlacedAlertEvent } from '../alert-event.ts';
import type { StoredAction } from '../definitions/alert.ts';

/** Facts about an alert that messages use. */
export interface AlertFacts {
  readonly alert: string;
  readonly site: string;
  readonly timezone: string;
  readonly metric: string;
  readonly type: ConditionTypeName;
  readonly rule: Rule;
}

export interface Wording {
  readonly subject: string;
  readonly message: string;
  readonly lines: readonly string[];
}

/** Builds a message: the alert's own text for the first event, and a line for each event. */
export function buildWording(
  speech: Speech,
  told: AlertFacts,
  news: readonly PlacedAlertEvent[],
  { msgTitle, msgContent }: Pick<StoredAction, 'msgTitle' | 'msgContent'>,
): Wording {
  const [first] = news as readonly [PlacedAlertEvent, ...PlacedAlertEvent[]];
  const values = buildValues(speech, told, first);
  const usual = speech.say(`alert.subject.${first.about}`, { alert: told.alert, site: told.site });
  const own = fillMessage(msgTitle, values).trim();
  return {
    // The alert's own text announces a start. The end has a text of ours.
    subject: first.about === 'opened' && own !== '' ? own : usual,
    message: first.about === 'opened' ? fillMessage(msgContent, values).trim() : '',
    lines: news.map((one) => buildLine(speech, told, one)),
  };
}

function buildValues(
  speech: Speech,
  told: AlertFacts,
  { place, value, begin }: PlacedAlertEvent,
): Readonly<Record<MessageToken, string>> {
  return {
    alert: told.alert,
    site: told.site,
    zone: place,
    value: formatAmount(speech, told.metric, value),
    limit: formatAmount(speech, told.metric, told.rule.fires.max ?? told.rule.fires.min),
    since: speech.moment(begin, told.timezone),
  };
}

function buildLine(speech: Speech, told: AlertFacts, news: PlacedAlertEvent): string {
  const { alert: _alert, site: _site, zone, ...values } = buildValues(speech, told, news);
  const [place, since] = [describePlace(speech, told, zone), values.since];
  const when = speech.moment(news.at, told.timezone);
  // A device status has no value to show.
  const hasNumber = told.metric !== 'deviceStatus' && news.value !== null;
  switch (news.about) {
    case 'opened':
      if (!hasNumber) return speech.say('alert.line.openedPlain', { place, since });
      return speech.say('alert.line.opened', { place, since, value: values.value, limit: values.limit });
    case 'ended':
      return speech.say(news.endedBy === 'closed' ? 'alert.line.closed' : 'alert.line.ended', { place, when, since });
    case 'silent':
      return speech.say('alert.line.silent', { place, since });
    case 'reminder':
      if (!hasNumber) return speech.say('alert.line.reminderPlain', { place, since });
      return speech.say('alert.line.reminder', { place, since, value: values.value });
  }
}

/** Returns e.g. `CO₂ · Floor · Hall`: metric, place and site, even if the alert's own text omits them. */
function describePlace(speech: Speech, { site, metric, type }: AlertFacts, place: string): string {
  // People passing while a site is closed are not called entries.
  const id: string = `alert.what.${type === 'intrusion' ? type : metric}`;
  if (!speech.has(id)) throw new Error(`notifications have no word for ${id}`);
  return [...new Set([speech.say(id), place, site])].join(' · ');
}

const people: ReadonlySet<string> = new Set(['people', 'visitors']);

/** Formats a number with its unit for a sentence. */
function formatAmount(speech: Speech, id: string, value: number | null): string {
  const metric = findMetric(id);
  if (value === null || metric === undefined) return '–';
  if (metric.kind === 'duration')
    return (splitDuration(value) ?? []).map((part) => `${part.amount} ${part.unit}`).join(' ');
  const count = speech.number(value, metric.decimals);
  if (people.has(metric.unit)) return speech.say('alert.people', { count });
  return metric.unit === '' ? count : `${count} ${metric.unit === '%RH' ? '%' : metric.unit}`;
}
