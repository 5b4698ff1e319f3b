import type { FlowInput } from '@atrium/charts/flow';
import type { Span } from '@atrium/domain/core';
import type { Metric } from '@atrium/domain/numbers';
import { type CorrectionKind, endOfCorrections, listCorrectedSpans } from '@atrium/domain/numbers/readings';
import { isolateText, type Translate } from '../../i18n/index.ts';
import type { SiteCorrection } from '../site-page/site.ts';

type ChartMark = FlowInput['events'][number];

/** Longest label in characters. The explanation has the full reason. */
const maxLabel = 40;

/**
 * Returns marks of the corrections that a chart's numbers may depend on, with author and reason. Marks that overlap are
 * one, under the label of the first.
 */
export function listCorrectionMarks(
  corrections: readonly SiteCorrection[],
  metric: Metric,
  span: Span,
  t: Translate,
): readonly ChartMark[] {
  const spans = corrections
    .filter((one) => isConcerned(metric, one.concerned))
    .flatMap((one) => listSpans(one).map((own) => ({ ...own, label: formatLabel(one, t) })))
    .filter(({ from, to }) => from < span.to && to > span.from)
    .map(({ label, from, to }) => ({ label, from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .sort((one, other) => one.from - other.from);
  const merged: (Span & { label: string })[] = [];
  for (const one of spans) {
    const last = merged.at(-1);
    if (last === undefined || one.from >= last.to) merged.push(one);
    else merged[merged.length - 1] = { ...last, to: Math.max(last.to, one.to) };
  }
  return merged.map(({ label, from, to }) => ({ label, span: { from, to } }));
}

/** A meter that was replaced is marked when it was. */
const listSpans = ({ kind, amount, from, to }: SiteCorrection): readonly Span[] =>
  to >= endOfCorrections
    ? [{ from, to: from + 1 }]
    : listCorrectedSpans({ kind: kind as CorrectionKind, amount, from, to });

function formatLabel({ reason, by }: SiteCorrection, t: Translate): string {
  const label = reason.length > maxLabel ? `${reason.slice(0, maxLabel - 1)}…` : reason;
  const short = isolateText(label);
  return by === null
    ? t('charts.corrected', { reason: short })
    : t('charts.correctedBy', { reason: short, name: isolateText(by) });
}

/** Whether a number may depend on readings of these metrics. Numbers of people depend on entries and exits. */
function isConcerned(metric: Metric, sent: readonly string[]): boolean {
  const isRead = sent.some((one) => metric.id.startsWith(one));
  const isOfPeople = !['counter', 'sample', 'score', 'money', 'status'].includes(metric.kind);
  return isRead || (isOfPeople && sent.includes('affluenceIn'));
}
