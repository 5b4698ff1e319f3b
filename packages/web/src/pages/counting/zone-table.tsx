import { instantToDate } from '@atrium/domain/core';
import { formatClock, formatNumber, formatPercent, formatSigned, hasFewPeople } from '@atrium/domain/core/format';
import { compareFigure, type Figure, getUsualDecimals } from '@atrium/domain/numbers';
import { encodeFilters, type ResolvedFilters } from '@atrium/domain/pages';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { BulletBar, Chip, DeltaChip, formatUnsupported, MicroBars, Ruler, rowSize } from '../../charts/index.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { LiveFigure, useInside } from '../../numbers/live/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { rowLink } from '../../ui/table/row-link.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { Explainable, type Explains } from '../explain/index.ts';
import { formatCompareModeShort, formatTooFew, getCommonTooFew } from '../filters/filter-texts.ts';
import { Tinted } from '../metric-colors.tsx';
import { formatSilenceWords } from '../words/silence-texts.ts';
import { type CountingContext, type CountingModel, type CountingNumbers, getCountingMetric } from './counting-model.ts';
import { buildSmallInput } from './small-inputs.ts';
import { buildZoneRows, type ZoneRow } from './zone-rows.ts';
import styles from './zone-table.module.css';

interface ZoneTableProps {
  readonly model: CountingModel;
  readonly numbers: CountingNumbers;
  readonly context: CountingContext;
  readonly now: number;
  /** D08: no live figure while the site is closed or several ranges are shown. */
  readonly showInside: boolean;
}

export function ZoneTable({ model, numbers, context, now, showInside }: ZoneTableProps) {
  const { site, filters, explains } = context;
  const text = useText();
  const { t, locale } = text;
  const compares = filters.state.compare.on;
  const zones = useMemo(() => buildZoneRows(numbers, site, filters, now), [numbers, site, filters, now]);
  const highest = Math.max(1, ...zones.flatMap(({ entries }) => [entries.value ?? 0, entries.usual ?? 0]));
  if (zones.length === 0) return null;
  // People who move between zones count at each, so crossings are not the site's entries.
  const tooFew = getCommonTooFew(zones.map(({ entries }) => entries));
  const crosses = zones.some(({ hasInnerDoor }) => hasInnerDoor);
  const columns: Column<Cells>[] = [
    { key: 'zone', head: t('filters.zone'), isName: true, cellClass: styles.zone, cell: ({ zone }) => zone },
    ...(showInside
      ? [
          {
            key: 'inside',
            head: t('counting.kpi.inside'),
            className: styles.inside,
            cell: ({ inside }: Cells) => inside,
          },
        ]
      : []),
    {
      key: 'entries',
      head: t(crosses ? 'counting.zones.crossings' : 'counting.kpi.entries'),
      sort: { by: 'descending' },
      className: styles.entries,
      headClass: styles.sorted,
      cell: ({ entries }) => entries,
    },
    {
      key: 'delta',
      name: 'delta',
      head: compares
        ? t('counting.vs', {
            what: formatCompareModeShort(
              filters.state.compare.mode,
              filters.ranges,
              { t, locale },
              zones[0]?.entries.times,
            ),
          })
        : '',
      className: styles.end,
      cell: ({ delta }) => delta,
    },
    {
      key: 'course',
      head: t(model.width < 86_400 ? 'counting.zones.day' : 'counting.zones.days'),
      className: styles.course,
      cell: ({ course }) => course,
    },
    {
      key: 'capture',
      name: 'capture',
      head: t('counting.kpi.capture'),
      className: styles.end,
      cell: ({ capture }) => capture,
    },
    {
      key: 'coverage',
      name: 'coverage',
      head: t('counting.coverage'),
      className: styles.end,
      cell: ({ coverage }) => coverage,
    },
  ];
  return (
    <Tinted metric={context.queries.entries.metric}>
      <section className={styles.card} aria-labelledby="zones-title">
        <header className={styles.head}>
          <h2 id="zones-title" className={styles.title}>
            {t('counting.zones')}
          </h2>
          <span className={styles.meta}>
            {[
              t(crosses ? 'counting.zones.sortedByCrossings' : 'counting.zones.sorted', { count: zones.length }),
              formatTooFew(tooFew, { t, locale }),
            ]
              .filter((word) => word !== null)
              .join(' · ')}
          </span>
        </header>
        <Table
          className={styles.table}
          columns={columns}
          rows={zones.map((row) =>
            cellsOf(
              {
                ...{ row, model, filters, now, highest, explains, crosses },
                saysTooFew: tooFew === null,
                timezone: site.topology.timezone,
              },
              text,
            ),
          )}
          keyOf={({ id }) => id}
          rowProps={() => ({ className: styles.row })}
        />
      </section>
    </Tinted>
  );
}

type Cells = ReturnType<typeof cellsOf>;

interface RowInput extends Pick<ZoneTableProps, 'model' | 'now'> {
  readonly filters: ResolvedFilters;
  readonly explains: Explains | null;
  /** Whether the table counts crossings, including inner doors. */
  readonly crosses: boolean;
  readonly row: ZoneRow;
  readonly highest: number;
  readonly timezone: string;
  /** Whether each row states that there is too little to compare, instead of the table. */
  readonly saysTooFew: boolean;
}

function cellsOf(
  { row, model, filters, now, highest, timezone, explains, crosses, saysTooFew }: RowInput,
  { t, locale }: Text,
) {
  const { zone, parent, entries, capture, coverage } = row;
  const offline = filters.includesNow && coverage.offlineSince !== null;
  const format = (value: number | null) => formatNumber(value, { locale, decimals: 0 });
  const figure = compareFigure({ metric: getCountingMetric('entries'), ...entries, unjudged: model.unjudged });
  const formatUsual = (usual: number) =>
    formatNumber(usual, { locale, decimals: getUsualDecimals(getCountingMetric('entries'), usual) });
  const delta = figure.change;
  // A change in people, or no change, already states the difference.
  const isPercent = delta !== null && !delta.people && delta.direction !== 'flat';
  const difference = isPercent ? (figure.difference ?? 0) * (delta.direction === 'down' ? -1 : 1) : null;
  const doors = t('counting.passages', { count: row.passageCount });
  /** Returns what opens a number of the row; null if there is none. */
  const explained = (name: 'entries' | 'inside' | 'capture', value: number | null) => {
    const part = `zones:${name}/${zone.id}`;
    return {
      explain: explains && value !== null ? () => explains.open(part) : null,
      isOpen: explains?.isOpen(part) ?? false,
    };
  };
  return {
    id: zone.id,
    zone: (
      <>
        <Link
          to="."
          search={encodeFilters({ ...filters.state, zoneId: zone.id }) as never}
          className={styles.link}
          {...rowLink}
        >
          {zone.name}
        </Link>
        <span className={styles.second}>{parent ? `${parent.name} · ${doors}` : doors}</span>
      </>
    ),
    inside: <ZoneInside zone={zone} offline={offline} explained={(value) => explained('inside', value)} />,
    entries: (
      <>
        <span className={styles.first}>
          <Explainable {...explained('entries', entries.value)}>
            <strong>{format(entries.value)}</strong>{' '}
            {entries.value !== null && (
              <span className={styles.unit}>
                {t(crosses ? 'counting.unit.crossings' : 'counting.unit.visitors', { count: entries.value })}
              </span>
            )}
          </Explainable>
        </span>
        {entries.notTold.length > 0 ? (
          <span className={styles.second} data-words="">
            {formatUnsupported(entries.notTold, t)}
          </span>
        ) : figure.range !== null && !offline ? (
          <span className={styles.ruled}>
            <span className={styles.phoneOnly}>
              <Outside figure={figure} decimals={1} />
            </span>
            <Ruler figure={figure} format={formatUsual} isInRow />
            <span>{t('charts.usualValue', { value: formatUsual(figure.usual ?? 0) })}</span>
          </span>
        ) : (
          <span className={styles.bar}>
            <BulletBar
              share={entries.value === null ? null : entries.value / highest}
              tick={entries.usual === null ? null : entries.usual / highest}
              tone={offline ? 'reference' : 'data'}
            />
          </span>
        )}
      </>
    ),
    delta: offline ? (
      <>
        <span className={styles.first}>–</span>
        <span className={styles.second}>{t('counting.offline')}</span>
      </>
    ) : (
      <Explainable {...explained('entries', entries.value)} isBeside>
        <span className={styles.first}>
          <DeltaChip delta={delta} side={figure.side} decimals={1} isBrief />
        </span>
        <span className={styles.second}>
          {difference === null ? (
            saysTooFew && formatTooFew(entries.tooFew, { t, locale })
          ) : (
            <bdi dir="ltr">{formatSigned(difference, { locale, decimals: 0 })}</bdi>
          )}
        </span>
      </Explainable>
    ),
    course: (
      <MicroBars
        input={buildSmallInput(entries.buckets, model, filters.progress.people === 'running' ? now : null)}
        size={rowSize}
        silent={offline}
      />
    ),
    capture: (
      <Explainable {...explained('capture', capture?.value ?? null)}>
        <CaptureCell capture={capture} isOfFew={hasFewPeople(entries.value, entries.usual)} />
      </Explainable>
    ),
    coverage: (
      <Explainable {...explained('entries', entries.value)} isBeside>
        <CoverageCell row={row} offline={offline} timezone={timezone} oneDay={model.width < 3600} />
      </Explainable>
    ),
  };
}

interface CaptureCellProps {
  readonly capture: ZoneRow['capture'];
  /** Whether the rate covers so few people that its change is meaningless. */
  readonly isOfFew: boolean;
}

function CaptureCell({ capture, isOfFew }: CaptureCellProps) {
  const { t, locale } = useText();
  if (capture === null)
    return (
      <>
        <span className={styles.first}>–</span>
        <span className={styles.second}>{t('counting.zones.outer')}</span>
      </>
    );
  const figure = compareFigure({ metric: getCountingMetric('zoneCapture'), ...capture });
  return (
    <>
      <span className={styles.first}>
        <bdi dir="ltr">{formatPercent(capture.value, { locale, decimals: 2 })}</bdi>
      </span>
      {isOfFew || figure.range === null ? (
        <span className={styles.second}>
          {!isOfFew && <DeltaChip delta={figure.change} side={figure.side} decimals={2} isBrief />}
        </span>
      ) : (
        <span className={styles.ruled}>
          <Outside figure={figure} decimals={2} />
          <Ruler figure={figure} format={(share) => formatPercent(share, { locale, decimals: 2 })} isInRow />
        </span>
      )}
    </>
  );
}

/** The change of a value outside its usual range. A dot within the range says so itself. */
function Outside({ figure: { change, side }, decimals }: { readonly figure: Figure; readonly decimals: number }) {
  if (side !== 'above' && side !== 'below') return null;
  return <DeltaChip delta={change} side={side} decimals={decimals} isBrief isSpoken />;
}

interface ZoneInsideProps {
  readonly zone: ZoneRow['zone'];
  readonly offline: boolean;
  readonly explained: (value: number | null) => { readonly explain: (() => void) | null; readonly isOpen: boolean };
}

function ZoneInside({ zone, offline, explained }: ZoneInsideProps) {
  const { t, locale } = useText();
  const live = useInside(zone.id);
  const value = live?.state === 'known' && !offline && live.value !== null ? Math.round(live.value) : null;
  const share = value !== null && zone.limit !== null && zone.limit > 0 ? value / zone.limit : null;
  const text = formatNumber(value, { locale, decimals: 0 });
  return (
    <>
      <span className={styles.first}>
        <Explainable {...explained(value)}>
          <strong>{live === null ? <span className={styles.ghost} /> : <LiveFigure text={text} />}</strong>
        </Explainable>{' '}
        {value !== null && zone.limit !== null && (
          <span className={styles.unit}>
            {t('counting.of', { limit: formatNumber(zone.limit, { locale, decimals: 0 }) })}
          </span>
        )}
      </span>
      {zone.limit !== null && (
        <span className={styles.bar}>
          <BulletBar share={share} tone={share !== null && share >= 0.85 ? 'warning' : 'reference'} />
        </span>
      )}
    </>
  );
}

function CoverageCell({
  row,
  offline,
  timezone,
  oneDay,
}: {
  readonly oneDay: boolean;
  readonly row: ZoneRow;
  readonly offline: boolean;
  readonly timezone: string;
}) {
  const text = useText();
  const { t, locale } = text;
  const { ratio, deviceCount, silentNow, offlineSince, silence } = row.coverage;
  if (offline && offlineSince !== null) {
    return (
      <>
        <span className={styles.first}>
          <Chip tone="offline">
            <Icon name="offline" size={14} />
            {t('counting.offline')}
          </Chip>
        </span>
        <span className={styles.second}>{t('counting.since', { time: formatClock(offlineSince, timezone) })}</span>
      </>
    );
  }
  const full = ratio === null || ratio >= 0.9995;
  const percent = formatPercent(ratio === null ? null : ratio * 100, { locale, decimals: full ? 0 : 1 });
  return (
    <>
      <span className={styles.first}>
        <Ratio text={percent} full={full} />
      </span>
      <span className={styles.second}>
        {full || !silence ? (
          <bdi dir="ltr">{`${deviceCount - silentNow} / ${deviceCount}`}</bdi>
        ) : (
          <bdi>
            {t('counting.silence', {
              ...formatSilenceWords(
                silence,
                { deviceIds: [], today: oneDay ? instantToDate(timezone, silence.from) : null, timezone },
                text,
              ),
            })}
          </bdi>
        )}
      </span>
    </>
  );
}

function Ratio({ text, full }: { readonly text: string; readonly full: boolean }) {
  const isolated = <bdi dir="ltr">{text}</bdi>;
  return full ? isolated : <Chip tone="warning">{isolated}</Chip>;
}
