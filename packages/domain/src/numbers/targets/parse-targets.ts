import { err, ok, type Result } from '../../core/index.ts';
import { detectDecimalMark, detectDelimiter, parseDecimal, splitFields } from '../delimited-files.ts';
import { findMetric, type Metric, metrics } from '../metrics/index.ts';
import { isMonth, type Month } from './months.ts';
import { canHaveTarget, roundTarget } from './targets.ts';

/** A target as it is stored. Its value is in the unit of its metric, money in the currency of its site. */
export interface Target {
  readonly installationId: number;
  /** Null for the whole site. */
  readonly zoneId: number | null;
  readonly metric: string;
  readonly month: Month;
  readonly value: number;
}

/** A site that lines may name, by its key or its name. */
export interface NamedSite {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly zones: readonly { readonly id: number; readonly key: string; readonly name: string }[];
}

/** What is wrong with a line. `unclear`: the number could have thousands or decimals. `lines`: too many from here on. */
export const targetFaults = [
  'columns',
  'site',
  'zone',
  'metric',
  'month',
  'value',
  'unclear',
  'twice',
  'lines',
] as const;
export type TargetFault = (typeof targetFaults)[number];

export interface TargetLineFault {
  /** From 1. */
  readonly line: number;
  readonly fault: TargetFault;
  /** The text that cannot be used. */
  readonly text: string;
}

/** Lines that one text may have. */
export const maxTargetLines = 5000;
const maxFaults = 50;
const maxShownText = 60;

/** What people call the metrics they most often plan. */
const aliases: Readonly<Record<string, string>> = {
  visitors: 'affluenceIn',
  entries: 'affluenceIn',
  sales: 'turnover',
  orders: 'numberOfOrders',
  electricity: 'electricityConsumption',
  energy: 'electricityConsumption',
  heat: 'heatConsumption',
  water: 'waterConsumption',
};

/** Metrics that may have a target, those that people most often plan first. */
export const targetMetrics: readonly Metric[] = [
  ...new Set([...Object.values(aliases).flatMap((id) => findMetric(id) ?? []), ...metrics.filter(canHaveTarget)]),
];

const normalize = (text: string) => text.trim().toLowerCase();

/** Returns the metric of a name in a file: its id, or what people call it. Undefined if it can have no target. */
export function findTargetMetric(text: string): Metric | undefined {
  const name = text.trim();
  const metric = findMetric(aliases[normalize(name)] ?? name);
  return metric !== undefined && canHaveTarget(metric) ? metric : undefined;
}

/** Parses `2026-11`, `2026-11-01`, `11/2026` or `11.2026`; null for anything else. */
function parseMonth(text: string): Month | null {
  const trimmed = text.trim();
  const swapped = /^(\d{1,2})[./-](\d{4})$/.exec(trimmed);
  const month = swapped
    ? `${swapped[2]}-${String(swapped[1]).padStart(2, '0')}`
    : trimmed.replace(/^(\d{4}-\d\d)-01$/, '$1');
  return isMonth(month) ? month : null;
}

/**
 * Parses lines of site, metric, month, value and optionally zone, with any common separator. A first line without a
 * month is a header. Returns all targets, or what is wrong with which lines, at most 50 of them.
 */
export function parseTargets(
  text: string,
  sites: readonly NamedSite[],
): Result<readonly Target[], readonly TargetLineFault[]> {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ content, line: index + 1 }))
    .filter(({ content }) => content.trim() !== '');
  const extra = lines[maxTargetLines];
  if (extra !== undefined) return err([{ line: extra.line, fault: 'lines', text: shorten(extra.content) }]);
  const delimiter = detectDelimiter(lines.slice(0, 50).map(({ content }) => content));
  const rows = lines.map(({ content, line }) => {
    const fields = splitFields(content, delimiter);
    return { content, line, fields: typeof fields === 'string' ? [] : fields };
  });
  const own = rows[0] !== undefined && isHeader(rows[0].fields) ? rows.slice(1) : rows;
  const marks = new Set(own.flatMap(({ fields }) => detectDecimalMark((fields[3] ?? '').trim()) ?? []));
  const style = { shown: marks, takesComma: delimiter !== ',' || own.some(({ content }) => content.includes('"')) };
  const targets = new Map<string, Target>();
  const faults: TargetLineFault[] = [];
  for (const { content, line, fields } of own) {
    if (faults.length >= maxFaults) break;
    const read = readLine(fields, sites, style);
    if ('fault' in read) {
      faults.push({ line, fault: read.fault, text: shorten(read.text || content) });
      continue;
    }
    const key = [read.installationId, read.zoneId, read.metric, read.month].join();
    if (targets.has(key)) faults.push({ line, fault: 'twice', text: shorten(content) });
    targets.set(key, read);
  }
  return faults.length > 0 ? err(faults) : ok([...targets.values()]);
}

const shorten = (text: string) => text.trim().slice(0, maxShownText);

/** Whether the fields name columns: neither a month nor a number. */
const isHeader = (fields: readonly string[]) =>
  fields.length >= 4 && parseMonth(fields[2] ?? '') === null && !/\d/.test(fields[3] ?? '');

type Style = Parameters<typeof parseDecimal>[1];

function readLine(
  fields: readonly string[],
  sites: readonly NamedSite[],
  style: Style,
): Target | Pick<TargetLineFault, 'fault' | 'text'> {
  const [siteText = '', metricText = '', monthText = '', valueText = '', zoneText = ''] = fields;
  if (fields.length < 4) return { fault: 'columns', text: '' };
  const site = findNamed(sites, siteText);
  if (site === undefined) return { fault: 'site', text: siteText };
  const zone = zoneText.trim() === '' ? null : findNamed(site.zones, zoneText);
  if (zone === undefined) return { fault: 'zone', text: zoneText };
  const metric = findTargetMetric(metricText);
  if (metric === undefined) return { fault: 'metric', text: metricText };
  const month = parseMonth(monthText);
  if (month === null) return { fault: 'month', text: monthText };
  const number = parseDecimal(valueText.trim(), style);
  if (number === 'unclear') return { fault: 'unclear', text: valueText };
  const value = number === null ? null : roundTarget(number, metric);
  if (value === null) return { fault: 'value', text: valueText };
  return { installationId: site.id, zoneId: zone?.id ?? null, metric: metric.id, month, value };
}

/** Finds what a text names: by its key, else by a name that only one has. */
function findNamed<One extends { readonly key: string; readonly name: string }>(
  all: readonly One[],
  text: string,
): One | undefined {
  const wanted = normalize(text);
  const byKey = all.find(({ key }) => normalize(key) === wanted);
  if (byKey !== undefined) return byKey;
  const [named, another] = all.filter(({ name }) => normalize(name) === wanted);
  return another === undefined ? named : undefined;
}
