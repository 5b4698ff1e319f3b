import type { ZoneId } from '@atrium/domain/core';
import { formatPercent } from '@atrium/domain/core/format';
import { compareFigure, type TooFew } from '@atrium/domain/numbers';
import { type FilteredSite, listPartZones, type PartKind, type ResolvedFilters } from '@atrium/domain/pages';
import { useContext } from 'react';
import { BulletBar, DeltaChip, formatUnsupported, MicroBars, Ruler, rowSize } from '../../charts/index.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { Explainable, type Explains } from '../explain/index.ts';
import { formatCompareModeShort, formatTooFew, getCommonTooFew } from '../filters/filter-texts.ts';
import { getInkStyle, MetricColors } from '../metric-colors.tsx';
import { formatExact, formatUsual, getMetricName, type Translator } from '../words/section-texts.ts';
import styles from './section.module.css';
import type { MetricNumbers, SectionModel } from './section-model.ts';
import { buildSectionSmallInput, formatSectionPart, type SectionPart } from './section-model.ts';
import { TableCard, ZoneLink } from './table-card.tsx';

interface PartTableProps {
  readonly model: SectionModel;
  readonly site: FilteredSite;
  readonly filters: ResolvedFilters;
  readonly now: number;
  /** What the parts are: zones by id, doors and meters by name. */
  readonly by: PartKind;
  readonly explains: Explains | null;
}

/** The table's title, and the headers of its names and amounts. */
const words = {
  PASSAGE: { title: 'section.doors', heading: 'section.door', amount: 'section.people' },
  ZONE_ID: { title: 'counting.zones', heading: 'filters.zone', amount: 'section.used' },
  DEVICE: { title: 'section.meters', heading: 'section.meter', amount: 'section.used' },
} as const;

/** Lists zones, doors or meters by metric, largest first. Amounts of different metrics never share a scale. */
export function PartTable({ model, site, filters, now, by, explains }: PartTableProps) {
  const text = useText();
  const { t, locale } = text;
  const colors = useContext(MetricColors);
  const rows = model.metrics.flatMap((numbers) =>
    [...numbers.parts]
      .toSorted(([, left], [, right]) => (right.value ?? -1) - (left.value ?? -1))
      .map(([label]) => ({ numbers, label })),
  );
  if (rows.length === 0) return null;
  const { title, heading, amount } = words[by];
  const zones = new Map(by === 'ZONE_ID' ? listPartZones(site, filters).map((zone) => [String(zone.id), zone]) : []);
  const versus = formatCompareModeShort(
    filters.state.compare.mode,
    filters.ranges,
    { t, locale },
    rows[0]?.numbers.times,
  );
  const wholes = new Map(model.metrics.map((numbers) => [numbers, wholeOf(numbers)]));
  return (
    <TableCard
      title={t(title)}
      meta={[t('section.sorted', { count: rows.length }), ...tooFewWords(wholes, { t, locale })].join(' · ')}
      columns={[
        { key: 'part', head: t(heading), isName: true, cell: (cells) => cells.name },
        { key: 'amount', head: t(amount), className: styles.wide, cell: (cells) => cells.amount },
        {
          key: 'change',
          head: filters.state.compare.on ? t('counting.vs', { what: versus }) : '',
          className: styles.end,
          cell: (cells) => cells.change,
        },
        {
          key: 'share',
          head: t('section.share'),
          className: `${styles.end} ${styles.optional}`,
          cell: (cells) => cells.share,
        },
        {
          key: 'course',
          head: t(model.width < 86_400 ? 'counting.zones.day' : 'counting.zones.days'),
          className: styles.course,
          cell: (cells) => cells.course,
        },
      ]}
      rows={rows.flatMap(({ numbers, label }) => {
        const part = numbers.parts.get(label);
        const whole = wholes.get(numbers);
        if (!part || !whole) return [];
        const zone = zones.get(label);
        const input = { numbers, whole, part, label, name: zone?.name ?? label, zoneId: zone?.id ?? null };
        return cellsOf({ ...input, model, filters, now, explains }, text);
      })}
      keyOf={({ key }) => key}
      rowProps={({ metric }) => ({ style: getInkStyle(colors[metric.id] ?? null) })}
    />
  );
}

/** Values shared by the rows of one metric. */
interface Whole {
  /** Maximum of the rows' bars. */
  readonly highest: number;
  /** Why no row shows a change; null if any does. */
  readonly tooFew: TooFew | null;
}

function wholeOf({ parts }: MetricNumbers): Whole {
  const rows = [...parts.values()];
  return {
    highest: Math.max(1e-9, ...rows.flatMap(({ value, usual }) => [value ?? 0, usual ?? 0])),
    tooFew: getCommonTooFew(rows),
  };
}

/** States why rows show no change, with the metric's name if there are several. */
function tooFewWords(wholes: ReadonlyMap<MetricNumbers, Whole>, reader: Translator): readonly string[] {
  return [...wholes].flatMap(([{ metric }, { tooFew }]) => {
    const word = formatTooFew(tooFew, reader);
    if (word === null) return [];
    return [wholes.size > 1 ? `${getMetricName(metric, reader.t)}: ${word}` : word];
  });
}

type Part = MetricNumbers['parts'] extends ReadonlyMap<string, infer P> ? P : never;

interface RowInput extends Pick<PartTableProps, 'model' | 'filters' | 'now' | 'explains'> {
  readonly numbers: MetricNumbers;
  readonly whole: Whole;
  readonly part: Part;
  readonly label: string;
  readonly name: string;
  readonly zoneId: ZoneId | null;
}

function cellsOf({ numbers, whole, part, label, name, zoneId, model, filters, now, explains }: RowInput, text: Text) {
  const { t, locale } = text;
  const { metric } = numbers;
  const compared = compareFigure({ metric, value: part.value, usual: part.usual, range: part.range });
  const share = part.value !== null && numbers.value !== null && numbers.value > 0 ? part.value / numbers.value : null;
  const explained = (of: SectionPart['of']) => {
    const key = formatSectionPart({ of, metric: metric.id, label });
    const explain = explains && part.value !== null ? () => explains.open(key) : null;
    return { explain, isOpen: explains?.isOpen(key) ?? false };
  };
  return {
    key: `${metric.id} ${label}`,
    metric,
    name: (
      <>
        {zoneId === null ? (
          <span className={`${styles.first} ${styles.name}`}>{name}</span>
        ) : (
          <ZoneLink zone={{ id: zoneId, name }} filters={filters} />
        )}
        <span className={styles.second}>{getMetricName(metric, t)}</span>
      </>
    ),
    amount: (
      <>
        <span className={styles.first}>
          <Explainable {...explained('own')}>
            <strong>
              <bdi>{formatExact(part.value, metric, text)}</bdi>
            </strong>
          </Explainable>
        </span>
        {part.notTold.length > 0 ? (
          <span className={styles.second}>{formatUnsupported(part.notTold, t)}</span>
        ) : compared.range !== null ? (
          <span className={styles.second}>
            <Ruler figure={compared} format={(usual) => formatUsual(usual, metric, text)} isInRow />
          </span>
        ) : (
          <span className={styles.bar}>
            <BulletBar
              share={part.value === null ? null : part.value / whole.highest}
              tick={part.usual === null ? null : part.usual / whole.highest}
              tone="data"
            />
          </span>
        )}
      </>
    ),
    change: (
      <Explainable {...explained('own')} isBeside>
        <span className={styles.first}>
          <DeltaChip delta={compared.change} side={compared.side} decimals={compared.change?.points ? 2 : 1} isBrief />
        </span>
        <span className={styles.second}>
          {compared.usual === null ? (
            whole.tooFew === null && formatTooFew(part.tooFew, text)
          ) : (
            <bdi>{formatUsual(compared.usual, metric, text)}</bdi>
          )}
        </span>
      </Explainable>
    ),
    share: (
      <span className={styles.first}>
        <Explainable {...(share === null ? noWay : explained('share'))}>
          <bdi dir="ltr">{formatPercent(share === null ? null : share * 100, { locale, decimals: 0 })}</bdi>
        </Explainable>
      </span>
    ),
    course: <MicroBars input={buildSectionSmallInput(part.buckets, model, now)} size={rowSize} />,
  };
}

/** A dash has no explanation. */
const noWay = { explain: null } as const;
