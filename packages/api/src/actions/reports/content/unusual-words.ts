import { groupDates, type ReportFacts, type Unusual } from '@atrium/domain/actions/reports';
import { type FormattedChange, formatAmount, formatChange, formatTime, formatValue } from './amounts.ts';
import type { ReportSpeech } from './report-speech.ts';
import { cleanName, markStrong } from './rich-text.ts';

/** A line about something unusual: a label, and a sentence or two. */
export interface UnusualLine {
  /** A change or a duration. Empty: neither. */
  readonly label: string;
  readonly tone: FormattedChange['tone'] | 'warning';
  readonly text: string;
}

export function buildUnusualLines(facts: ReportFacts, speech: ReportSpeech): readonly UnusualLine[] {
  return facts.unusual.map((one) => lineOf(one, facts, speech));
}

function lineOf(one: Unusual, facts: ReportFacts, speech: ReportSpeech): UnusualLine {
  const { say } = speech;
  switch (one.about) {
    case 'day':
      return dayLine(one.day, facts, speech);
    case 'closed':
      return {
        label: '',
        tone: 'neutral',
        text: join(subject(datesOf(one.dates, speech)), say('unusual.closed')),
      };
    case 'missing':
      return {
        label: '',
        tone: 'warning',
        text: join(subject(datesOf(one.dates, speech)), say('unusual.missing')),
      };
    case 'alert':
      return alertLine(one.alert, facts, speech);
    case 'silence':
      return silenceLine(one.sensor, facts, speech);
    case 'moreSilences':
      return more(say('unusual.moreSensors', { n: speech.number(one.count, 0) }, one.count));
    case 'moreAlerts':
      return more(say('unusual.moreAlerts', { n: speech.number(one.count, 0) }, one.count));
  }
}

const join = (...sentences: readonly string[]) => sentences.join(' ');
/** Marks the subject of a line, which may already end with a period. */
const subject = (text: string) => markStrong(text.endsWith('.') ? text : `${text}.`);
const more = (text: string): UnusualLine => ({ label: '', tone: 'warning', text });

function dayLine(
  day: Extract<Unusual, { about: 'day' }>['day'],
  { main }: ReportFacts,
  speech: ReportSpeech,
): UnusualLine {
  const { metric, unit } = main;
  const change = formatChange(day, speech, true);
  const text = speech.say(day.verdict === 'less' ? 'unusual.below' : 'unusual.above', {
    amount: formatAmount(day.value, metric, unit, speech),
    difference: formatValue(day.difference, metric, unit, speech).number,
  });
  return {
    label: change?.text ?? '',
    tone: change?.tone ?? 'neutral',
    text: join(subject(speech.day(day.date)), text),
  };
}

/** `Mon 16 Nov, Wed 18 – Fri 20 Nov` */
function datesOf(dates: Extract<Unusual, { about: 'closed' | 'missing' }>['dates'], speech: ReportSpeech): string {
  const runs = groupDates(dates).map(([first, last]) =>
    first === last ? speech.day(first) : `${speech.day(first)} – ${speech.day(last)}`,
  );
  return new Intl.ListFormat(speech.locale, { type: 'unit', style: 'short' }).format(runs);
}

function alertLine(
  { name, place, from, to }: Extract<Unusual, { about: 'alert' }>['alert'],
  { site }: ReportFacts,
  speech: ReportSpeech,
): UnusualLine {
  const where = place === null ? speech.say('unusual.wholeSite') : cleanName(place);
  const values = { place: where, from: speech.moment(from, site.timezone) };
  const text =
    to === null
      ? speech.say('unusual.alertOpen', values)
      : speech.say('unusual.alert', { ...values, to: endOf({ from, to }, site, speech) });
  const label = to === null ? '' : formatTime(to - from, speech);
  return { label, tone: 'warning', text: join(subject(cleanName(name)), text) };
}

function silenceLine(
  { name, place, span, count, time }: Extract<Unusual, { about: 'silence' }>['sensor'],
  { site }: ReportFacts,
  speech: ReportSpeech,
): UnusualLine {
  const values = {
    sensor: cleanName(name),
    from: speech.moment(span.from, site.timezone),
    to: endOf(span, site, speech),
  };
  const text =
    count === 1
      ? speech.say('unusual.silent', values)
      : speech.say(
          'unusual.silentOften',
          { ...values, n: speech.number(count, 0), time: formatTime(time, speech) },
          count,
        );
  const where = place === null ? [] : [subject(cleanName(place))];
  return { label: formatTime(time, speech), tone: 'warning', text: join(...where, text) };
}

/** Formats the end. On the same date, it has the time only. */
function endOf({ from, to }: { from: number; to: number }, site: ReportFacts['site'], speech: ReportSpeech): string {
  const [begin, end] = [from, to].map((at) => speech.moment(at, site.timezone).replace(/\d\d:\d\d/, ''));
  return begin === end ? speech.clock(to, site.timezone) : speech.moment(to, site.timezone);
}
