import { decodeFilters, encodeFilters, getUnsupported } from '@atrium/domain/dashboards';
import { formatTsv, formatUnsupported } from '../../../charts/index.ts';
import type { MessageId, Translate } from '../../../i18n/index.ts';
import { getMetricHelp } from '../../words/metric-help.ts';
import type { Explained } from '../number/explained.ts';
import { listSensorNotes } from './sensor-notes.tsx';
import type { Explaining } from './use-explained.ts';

/** Builds the explanation as rows for a spreadsheet or mail: metric, place, each part and the sum. */
export function buildExplanationCopy(
  { title, place, format, metric }: Explained,
  found: Explaining,
  { t }: { t: Translate },
): string {
  const { explanation, sourceReadings } = found;
  const { derived = null } = explanation ?? {};
  const value = explanation?.point.state === 'known' ? explanation.point.value : null;
  const notTold = getUnsupported(explanation?.point);
  const parts = explanation?.parts
    ? explanation.parts.of.map((part) => [part.name, format(part.value)])
    : (sourceReadings?.sources ?? []).map((source) => [
        source.passage ?? source.device,
        t(`metric.${source.metric}` as MessageId),
        t('explain.readings', { count: source.readings }),
      ]);
  return formatTsv({
    columns: [title, place, derived?.text ?? format(value)],
    rows: [
      ...(notTold.length === 0 ? [] : [[formatUnsupported(notTold, t)]]),
      ...(derived === null ? [] : [[derived.how], [t(`metric.${metric.id}` as MessageId), place, format(value)]]),
      [getMetricHelp(metric.id, t)],
      [t(`explain.formula.${metric.kind}` as MessageId)],
      ...parts,
      ...listSensorNotes(sourceReadings?.sources ?? [], t).map((note) => [note]),
    ],
  });
}

/** Returns a permanent URL: the page with fixed dates and this explanation open. */
export function buildPermalink({ ranges }: Explained, mark: string): string {
  const address = new URL(location.href);
  const given: Record<string, unknown> = {};
  for (const [name, text] of address.searchParams) given[name] = readValue(text);
  const state = decodeFilters(given);
  const written = encodeFilters(ranges.length === 0 ? state : { ...state, timespan: { kind: 'custom', ranges } });
  address.search = '';
  for (const [name, value] of Object.entries(written))
    address.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  address.hash = mark;
  return address.href;
}

/** URL values are JSON or plain text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
