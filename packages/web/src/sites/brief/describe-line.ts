import { type Instant, instantToDate, type LocalDate } from '@atrium/domain/core';
import { formatMonth, formatNumber, formatPercent, formatShortDay, formatSigned } from '@atrium/domain/core/format';
import type { Month } from '@atrium/domain/numbers/targets';
import type { AttentionLine, ClosedDay, Finding, SurprisingNumber, TargetLine } from '@atrium/domain/pages';
import { formatLength, formatMoment, formatPeak } from '../../actions/alerts/condition-text.ts';
import type { OpenAlertFragment } from '../../actions/alerts/live/operations.generated.ts';
import type { Text } from '../../i18n/index.ts';
import { formatSilenceWords } from '../../pages/words/silence-texts.ts';
import { overviewMetrics } from '../numbers/overview-model.ts';
import type { StripSite } from '../strip.tsx';
import { type Cause, formatCause } from './use-causes.ts';

/** The words of a line. */
export interface DescribedLine {
  /** What happened, with its cause if one is known. */
  readonly clause: string;
  /** How much, or for how long; null if unknown. */
  readonly effect: { readonly text: string; readonly tone: 'good' | 'bad' | 'neutral' } | null;
}

interface Described {
  readonly line: AttentionLine;
  readonly row: StripSite;
  readonly open: readonly OpenAlertFragment[];
  readonly now: Instant;
  readonly cause: Cause | null;
  readonly nameOf: (alert: OpenAlertFragment) => string;
}

/** Describes a line of *Do now* or *Watch* by its findings alone. */
export function describeLine({ line, row, open, now, cause, nameOf }: Described, text: Text): DescribedLine {
  const { head } = line;
  const findings = [head, ...line.also];
  const { timezone } = row.site.calendar;
  const alerts = findings.flatMap((each) =>
    each.kind === 'alert' ? open.filter(({ id }) => id === each.alert.id) : [],
  );
  const [alert, ...others] = alerts;
  const clause = [
    ...(alert
      ? [
          // A warning is the rule, so it is not marked.
          alert.severity === 'warning' ? null : text.t(`alerts.severity.${alert.severity}`),
          nameOf(alert),
          alert.zoneName,
          text.t('alerts.since', { when: formatMoment(alert.dateBegin, timezone, text, now) }),
        ]
      : []),
    others.length > 0 ? text.t('attention.alerts', { count: others.length }) : null,
    ...formatSilences(findings, row, now, text),
    head.kind === 'surprise' ? formatSurprise(head.number, text) : null,
    cause && formatCause(cause, text),
  ];
  return { clause: clause.filter((part) => part != null).join(' · '), effect: findEffect(head, alert, now, text) };
}

function findEffect(
  head: Finding,
  alert: OpenAlertFragment | undefined,
  now: Instant,
  text: Text,
): DescribedLine['effect'] {
  if (head.kind === 'surprise')
    return { text: formatDifference(head.number, text), tone: head.number.figure.change?.tone ?? 'neutral' };
  const peak = alert ? formatPeak(alert, text) : null;
  if (peak !== null) return { text: peak, tone: 'bad' };
  const since = head.kind === 'alert' ? head.alert.since : head.sensor.since;
  return { text: formatLength(Math.max(0, (now - since) / 1000), text), tone: 'neutral' };
}

/** Names the sensor that has been silent longest, and since when; then how many more are. */
function formatSilences(findings: readonly Finding[], { site, coverage }: StripSite, now: Instant, text: Text) {
  const count = findings.filter(({ kind }) => kind === 'silence').length;
  const { silence } = coverage;
  if (count === 0 || silence === null) return [];
  const { timezone } = site.calendar;
  const context = { deviceIds: site.counterIds, today: instantToDate(timezone, now), timezone };
  const rest = count - silence.deviceIds.length;
  return [
    text.t('counting.silence', { ...formatSilenceWords(silence, context, text) }),
    rest > 0 ? text.t('attention.rest', { count: formatNumber(rest, { locale: text.locale, decimals: 0 }) }) : null,
  ];
}

const isEnergy = ({ metric }: SurprisingNumber) => metric.id === overviewMetrics.energy.id;

const formatSurprise = (number: SurprisingNumber, { t }: Text): string =>
  t(isEnergy(number) ? 'attention.energy' : 'attention.entries', { side: number.figure.side });

/** Formats `+316 people` or `+68 kWh`: the difference from what is usual by now. */
function formatDifference(number: SurprisingNumber, { t, locale }: Text): string {
  const size = number.figure.difference ?? 0;
  // Isolated, so that the sign stays before the number within right-to-left text.
  const amount = `\u2066${formatSigned(number.figure.side === 'above' ? size : -size, { locale, decimals: 0 })}\u2069`;
  return isEnergy(number)
    ? `${amount}\u00a0${t('sites.kilowattHours')}`
    : `${amount}\u00a0${t('sites.people', { count: Math.round(size) })}`;
}

/** Describes a closed day ahead: `Closed on Tue 08/12`, `in 11 days`. */
export const describeClosedDay = ({ date, inDays }: ClosedDay, text: Text): DescribedLine => ({
  clause: text.t('attention.closed', { day: formatShortDay(date, text) }),
  effect: { text: text.t('attention.inDays', { count: inDays }), tone: 'neutral' },
});

/** Describes a target: `Visitors: 92 % of the target for November 2026, heading for 97 %`, `−3 %`. */
export function describeTarget(
  { metricId, soFar, heading, tone }: TargetLine,
  month: Month,
  text: Text,
): DescribedLine {
  const { t, locale } = text;
  const percent = (share: number) => `\u2066${formatPercent(share * 100, { locale, decimals: 0 })}\u2069`;
  const difference = formatSigned((heading - 1) * 100, { locale, decimals: 0 });
  return {
    clause: t('attention.target', {
      metric: metricId,
      soFar: percent(soFar),
      heading: percent(heading),
      month: formatMonth(`${month}-01` as LocalDate, locale),
    }),
    effect: { text: `\u2066${difference}\u202f%\u2069`, tone },
  };
}
