import { toDaySpan, toSiteDay } from '@atrium/domain/core';
import { formatClock } from '@atrium/domain/core/format';
import {
  comfortMetrics,
  compareFigure,
  findMetric,
  getUsualDecimals,
  type Metric,
  type SiteCoverage,
  type TooFew,
} from '@atrium/domain/numbers';
import {
  type Comfort,
  computeComfort,
  getAnswerBuckets,
  getAnswerGroups,
  getAnswerPoints,
  getAnswerValues,
  getWorstComfort,
} from '@atrium/domain/pages';
import { getOpenState } from '@atrium/domain/sites';
import { Link } from '@tanstack/react-router';
import { BulletBar, DeltaChip, getKnownValue, LevelMark, MicroBars, rowSize, Sparkline } from '../../charts/index.ts';
import { type Text, useText } from '../../i18n/index.ts';
import type { Numbers } from '../../numbers/answers/index.ts';
import { useIsNear } from '../../ui/page/near.ts';
import { rowLink } from '../../ui/table/row-link.ts';
import { Table } from '../../ui/table/table.tsx';
import { Explainable, type Explains, useExplain } from '../explain/index.ts';
import { formatTooFew, getCommonTooFew } from '../filters/filter-texts.ts';
import styles from '../section/section.module.css';
import { OpenStatus } from '../site-page/open-status.tsx';
import type { SectionName } from '../site-page/tabs.tsx';
import {
  formatCounted,
  formatFigure,
  formatMeasures,
  getFigureDecimals,
  getMetricName,
} from '../words/section-texts.ts';
import { findListedFigure, type ListedSite } from './listed-sites.ts';
import list from './section-list.module.css';

interface SiteTableProps {
  readonly section: SectionName;
  readonly metric: string;
  readonly sites: readonly ListedSite[];
  readonly numbers: Numbers;
  /** The scores behind comfort; empty except in the air section. */
  readonly comforts: Numbers;
  readonly now: number;
}

interface SiteFigure {
  readonly value: number | null;
  readonly usual: number | null;
  /** The comparable share, if it is too small to show a change. */
  readonly tooFew: TooFew | null;
}

type Values = ReturnType<typeof getAnswerValues>;
type Points = ReturnType<typeof getAnswerPoints>;
type Course = Parameters<typeof getAnswerBuckets>[0];

export function SiteTable({ section, metric: metricId, sites, numbers, comforts, now }: SiteTableProps) {
  const text = useText();
  const { t } = text;
  const explains = useExplain('list', async (key) => {
    const figure = findListedFigure(key, { metric: metricId, sites, now }, t);
    return figure && (await import('../explain/ask-sites.ts')).askSites(figure, text);
  });
  const metric = findMetric(metricId);
  if (!metric) return null;
  // Answers are read once for all rows. A row computes its content when it nears the window.
  const [totals, courses] = numbers.state === 'ready' ? numbers.answers : [];
  const values: Values = totals ? getAnswerValues(totals, metric) : new Map();
  const bySite: ReadonlyMap<string, Course> = courses ? getAnswerGroups(courses) : new Map();
  const figures = new Map(sites.map((site) => [site.id, figureOf(site, values)]));
  const highest = Math.max(1e-9, ...[...figures.values()].flatMap(({ value, usual }) => [value ?? 0, usual ?? 0]));
  const scores = scoresOf(comforts);
  const tooFew = formatTooFew(figures.size === 0 ? null : getCommonTooFew([...figures.values()]), text);
  const coverages = new Map(totals?.coverage.sites?.map((each) => [each.installationId, each]));
  const inputOf = (site: ListedSite): RowInput => ({
    ...{ section, site, metric, now, highest, explains, isLoading: numbers.state === 'loading' },
    figure: figures.get(site.id),
    comfort: comfortOfSite(site, scores),
    coverage: coverages.get(site.id) ?? null,
  });
  return (
    <section className={`${styles.card} ${list.card}`} aria-label={t(`shell.${section}`)}>
      {tooFew !== null && <p className={`${styles.meta} ${list.note}`}>{tooFew}</p>}
      <Table
        scroll={{ 'aria-label': t(`shell.${section}`) }}
        className={styles.table}
        aria-busy={numbers.state === 'loading'}
        columns={[
          {
            key: 'site',
            head: t('section.list.site'),
            isName: true,
            cell: (site) => <SiteCell section={section} site={site} now={now} />,
          },
          {
            key: 'today',
            head: t(metric.kind === 'sample' ? 'section.list.meanToday' : 'section.list.today', {
              metric: getMetricName(metric, t),
            }),
            className: styles.wide,
            cell: (site) => todayCell(inputOf(site), text),
          },
          {
            key: 'usual',
            head: t('section.list.usual'),
            className: `${styles.end} ${styles.optional}`,
            cell: (site) => usualCell(inputOf(site), text),
          },
          {
            key: 'course',
            head: t('section.list.inside'),
            className: styles.course,
            cell: (site) => courseCell(inputOf(site), bySite.get(String(site.id))),
          },
        ]}
        rows={sites}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

interface RowInput {
  readonly section: SectionName;
  readonly site: ListedSite;
  readonly metric: Metric;
  readonly figure: SiteFigure | undefined;
  readonly comfort: Comfort | null;
  readonly highest: number;
  readonly now: number;
  /** Coverage of its sensors. */
  readonly coverage: SiteCoverage | null;
  readonly explains: Explains | null;
  readonly isLoading: boolean;
}

/** Shows the site's name. Near the window it adds its status and city. */
function SiteCell({ section, site, now }: Pick<RowInput, 'section' | 'site' | 'now'>) {
  const isNear = useIsNear();
  return (
    <>
      <Link
        to={`/${section}/$installationId` as never}
        params={{ installationId: String(site.id) } as never}
        className={styles.link}
        {...rowLink}
      >
        {site.name}
      </Link>
      {isNear && (
        <span className={`${styles.second} ${list.state}`}>
          <OpenStatus calendar={site.calendar} now={now} />
          {site.city && <span className={list.city}>· {site.city}</span>}
        </span>
      )}
    </>
  );
}

/** Derives what the cells show. */
function shownOf({ section, site, metric, figure, now, explains }: RowInput) {
  // While a site is closed all day nobody is expected, so it shows a dash instead of 0.
  const shut = section === 'counting' && !figure?.value && getOpenState(site.calendar, now).state === 'closedAllDay';
  const value = shut ? null : (figure?.value ?? null);
  const day = toDaySpan(site.calendar, toSiteDay(site.calendar, now));
  return {
    ...{ shut, value, day, samples: metric.kind === 'sample' },
    usual: shut ? null : (figure?.usual ?? null),
    // Includes the day, so that the URL stays permanent.
    explained: {
      explain: explains && value !== null ? () => explains.open(String(site.id), [day]) : null,
      isOpen: explains?.isOpen(String(site.id), [day]) ?? false,
    },
  };
}

function todayCell(input: RowInput, text: Text) {
  if (input.isLoading) return <span className={list.wait} />;
  const { site, metric, comfort, coverage, highest, explains } = input;
  const { value, usual, day, samples, explained } = shownOf(input);
  return (
    <>
      <span className={styles.first}>
        <Explainable {...explained}>
          <strong>
            <bdi>{formatFigure(value, metric, text)}</bdi>
          </strong>
        </Explainable>{' '}
        {value !== null && (
          <span className={styles.unit}>{coverageWords(coverage, site.calendar.timezone, text).join(' · ')}</span>
        )}
      </span>
      {samples ? (
        comfort && (
          <span className={list.level}>
            <LevelMark level={comfort.score} />
            <Explainable
              explain={explains && (() => explains.open(`comfort/${site.id}`, [day]))}
              isOpen={explains?.isOpen(`comfort/${site.id}`, [day]) ?? false}
            >
              <bdi dir="ltr">
                <strong>{comfort.score}</strong>
                <span className={styles.unit}>/ 5</span>
              </bdi>
            </Explainable>
            {comfort.score < 5 && <span className={styles.meta}>{formatMeasures(comfort, text)}</span>}
          </span>
        )
      ) : (
        <span className={styles.bar}>
          <BulletBar
            share={value === null ? null : value / highest}
            tick={usual === null ? null : usual / highest}
            tone="data"
          />
        </span>
      )}
    </>
  );
}

function usualCell(input: RowInput, text: Text) {
  if (input.isLoading) return <span className={list.wait} />;
  const { metric } = input;
  const { value, usual, explained } = shownOf(input);
  const decimals = getFigureDecimals(metric, value);
  const usualDecimals = usual === null ? decimals : getUsualDecimals(metric, usual, getFigureDecimals(metric, usual));
  const compared = compareFigure({ metric, value, usual, decimals, usualDecimals });
  return (
    <Explainable {...explained} isBeside>
      <span className={styles.first}>
        <DeltaChip delta={compared.change} side={compared.side} decimals={1} isBrief />
      </span>
      <span className={styles.second}>
        <bdi>
          {compared.usual !== null &&
            formatFigure(compared.usual, { ...metric, decimals: Math.max(metric.decimals, usualDecimals) }, text)}
        </bdi>
      </span>
    </Explainable>
  );
}

function courseCell(input: RowInput, course: Course | undefined) {
  if (input.isLoading) return null;
  const { site, metric, now } = input;
  const { day: span } = shownOf(input);
  const buckets = course ? getAnswerBuckets(course, 1800, { now, timezone: site.calendar.timezone }) : [];
  const drawn = { input: { span, buckets: buckets.map((bucket) => ({ ...bucket, label: '' })), now }, size: rowSize };
  return metric.kind === 'sample' ? <Sparkline {...drawn} fromZero={false} /> : <MicroBars {...drawn} />;
}

/** States until when a figure was counted, if its sensors are silent since, and the coverage. */
function coverageWords(coverage: SiteCoverage | null, timezone: string, text: Text): readonly string[] {
  const since = coverage?.silentSince ?? null;
  const counted = formatCounted(coverage?.ratio ?? null, text);
  return [
    ...(since === null ? [] : [text.t('sites.until', { time: formatClock(since, timezone) })]),
    ...(counted === null ? [] : [counted]),
  ];
}

type Scores = readonly (readonly [Metric['id'], Points])[];

function scoresOf(numbers: Numbers): Scores | null {
  if (numbers.state !== 'ready') return null;
  return comfortMetrics.flatMap((metric, place) => {
    const answer = numbers.answers[place];
    return answer ? [[metric, getAnswerPoints(answer)] as const] : [];
  });
}

/** Returns a site's comfort: that of its worst zone, by its worst metric. */
function comfortOfSite({ topZoneIds }: ListedSite, scores: Scores | null): Comfort | null {
  if (scores === null) return null;
  return getWorstComfort(
    topZoneIds.map((zone) =>
      computeComfort(
        new Map(scores.map(([metric, values]) => [metric, getKnownValue(values.get(String(zone)) ?? null)])),
      ),
    ),
  );
}

function figureOf({ id }: ListedSite, values: Values): SiteFigure {
  const own = values.get(String(id));
  return {
    value: own?.point.state === 'known' ? own.point.value : null,
    usual: own?.usual ?? null,
    tooFew: own?.tooFew ?? null,
  };
}
