import { dayOf, spanOfDay } from '@atrium/domain/core';
import { deltaOf, formatClock } from '@atrium/domain/core/format';
import {
  bucketsOfAnswer,
  type Comfort,
  comfortOf,
  groupsOfAnswer,
  tooFewOf,
  valuesOfAnswer,
  worstComfort,
} from '@atrium/domain/dashboards';
import { comfortMetrics, findMetric, type Metric, type SiteCoverage } from '@atrium/domain/measurements';
import { openState } from '@atrium/domain/sites';
import { Link } from '@tanstack/react-router';
import type { Numbers } from '../../answers/index.ts';
import { amountOf, BulletBar, DeltaChip, LevelMark, MicroBars, rowSize, Sparkline } from '../../charts/index.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { rowLink, Table } from '../../ui/table/index.ts';
import { Explainable, type Explains, useExplain } from '../explain/index.ts';
import { tooFewWord, usualFigure } from '../filters/choice/filter-words.ts';
import styles from '../section/section.module.css';
import { OpenStatus } from '../site-page/open-status.tsx';
import type { SectionName } from '../site-page/tabs.tsx';
import { measuresWord } from '../words/measures-word.ts';
import { countedWord, figureText, nameOf } from '../words/section-words.ts';
import type { ListedSite } from './listed-sites.ts';
import list from './section-list.module.css';

interface SiteTableProps {
  readonly section: SectionName;
  readonly metric: string;
  readonly sites: readonly ListedSite[];
  readonly numbers: Numbers;
  /** The scores that make comfort; of other sections than that of the air nothing. */
  readonly comforts: Numbers;
  readonly now: number;
}

interface SiteFigure {
  readonly value: number | null;
  readonly usual: number | null;
  /** Of the value what can be compared. */
  readonly compared: number | null;
  readonly buckets: ReturnType<typeof bucketsOfAnswer>;
}

export function SiteTable({ section, metric: metricId, sites, numbers, comforts, now }: SiteTableProps) {
  const text = useText();
  const { t } = text;
  const explains = useExplain('list', (part, spans) =>
    import('./explained-list.ts').then(({ explainedListed }) =>
      explainedListed(part, { metric: metricId, sites, now }, spans, text),
    ),
  );
  const metric = findMetric(metricId);
  if (!metric) return null;
  const figures = new Map(
    sites.map((site) => [site.id, figureOf(site, { numbers, now, samples: metric.kind === 'sample' })]),
  );
  const highest = Math.max(1e-9, ...[...figures.values()].flatMap(({ value, usual }) => [value ?? 0, usual ?? 0]));
  const [totals] = numbers.state === 'ready' ? numbers.answers : [];
  const tooFew = tooFewWord(totals ? tooFewOf(totals) : null, text);
  const coverages = new Map(totals?.coverage.sites?.map((each) => [each.installationId, each]));
  return (
    <section className={`${styles.card} ${list.card}`} aria-label={t(`shell.${section}`)}>
      {tooFew !== null && <p className={`${styles.meta} ${list.note}`}>{tooFew}</p>}
      <Table
        scroll={{ 'aria-label': t(`shell.${section}`) }}
        className={styles.table}
        aria-busy={numbers.state === 'loading'}
        columns={[
          { key: 'site', head: t('section.list.site'), isName: true, cell: (cells) => cells.site },
          {
            key: 'today',
            head: t(metric.kind === 'sample' ? 'section.list.meanToday' : 'section.list.today', {
              metric: nameOf(metric, t),
            }),
            className: styles.wide,
            cell: (cells) => cells.today,
          },
          {
            key: 'usual',
            head: t('section.list.usual'),
            className: `${styles.end} ${styles.optional}`,
            cell: (cells) => cells.usual,
          },
          {
            key: 'course',
            head: t('section.list.inside'),
            className: styles.course,
            cell: (cells) => cells.course,
          },
        ]}
        rows={sites.map((site) =>
          cellsOf(
            {
              ...{ section, site, metric, now, highest, explains, isLoading: numbers.state === 'loading' },
              figure: figures.get(site.id),
              comfort: comfortOfSite(site, comforts),
              coverage: coverages.get(site.id) ?? null,
            },
            text,
          ),
        )}
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
  /** How completely its sensors reported. */
  readonly coverage: SiteCoverage | null;
  readonly explains: Explains | null;
  /** Whether its figures are being asked. */
  readonly isLoading: boolean;
}

function cellsOf(
  { section, site, isLoading, metric, figure, comfort, highest, now, coverage, explains }: RowInput,
  text: Text,
) {
  // Nobody is expected where the doors stay shut all day: a dash, not a zero with nothing to compare it with.
  const shut = section === 'counting' && !figure?.value && openState(site.calendar, now).state === 'closedAllDay';
  const value = shut ? null : (figure?.value ?? null);
  const usual = shut ? null : (figure?.usual ?? null);
  const samples = metric.kind === 'sample';
  const day = spanOfDay(site.calendar, dayOf(site.calendar, now));
  // Named with its day, so that its address means the same tomorrow.
  const explained = {
    explain: explains && value !== null ? () => explains.open(String(site.id), [day]) : null,
    isOpen: explains?.isOpen(String(site.id), [day]) ?? false,
  };
  const input = {
    span: day,
    buckets: (figure?.buckets ?? []).map((bucket) => ({ ...bucket, label: '' })),
    now,
  };
  return {
    id: site.id,
    site: (
      <>
        <Link
          to={`/${section}/$installationId` as never}
          params={{ installationId: String(site.id) } as never}
          className={styles.link}
          {...rowLink}
        >
          {site.name}
        </Link>
        <span className={`${styles.second} ${list.state}`}>
          <OpenStatus calendar={site.calendar} now={now} />
          {site.city && <span className={list.city}>· {site.city}</span>}
        </span>
      </>
    ),
    today: isLoading ? (
      <span className={list.wait} />
    ) : (
      <>
        <span className={styles.first}>
          <Explainable {...explained}>
            <strong>
              <bdi>{figureText(value, metric, text)}</bdi>
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
              {comfort.score < 5 && <span className={styles.meta}>{measuresWord(comfort, text)}</span>}
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
    ),
    usual: isLoading ? (
      <span className={list.wait} />
    ) : (
      <Explainable {...explained} isBeside>
        <span className={styles.first}>
          <DeltaChip
            delta={deltaOf(shut ? null : (figure?.compared ?? null), usual, {
              points: false,
              goodSide: section === 'counting' ? 'up' : metric.better,
              decimals: 1,
              people: section === 'counting',
            })}
            decimals={1}
          />
        </span>
        <span className={styles.second}>
          <bdi>
            {usualFigure(
              { value, usual, compared: figure?.compared ?? null },
              (one) => figureText(one, metric, text),
              text.t,
            )}
          </bdi>
        </span>
      </Explainable>
    ),
    course: isLoading ? null : samples ? (
      <Sparkline input={input} size={rowSize} fromZero={false} />
    ) : (
      <MicroBars input={input} size={rowSize} />
    ),
  };
}

/** Until when a figure was counted, where nothing has been heard since, and how much of the time that is. */
function coverageWords(coverage: SiteCoverage | null, timezone: string, text: Text): readonly string[] {
  const since = coverage?.silentSince ?? null;
  const counted = countedWord(coverage?.ratio ?? null, text);
  return [
    ...(since === null ? [] : [text.t('sites.until', { time: formatClock(since, timezone) })]),
    ...(counted === null ? [] : [counted]),
  ];
}

/** How comfortable a site is: as its worst zone, by the worst of its measures. */
function comfortOfSite({ topZoneIds }: ListedSite, numbers: Numbers): Comfort | null {
  if (numbers.state !== 'ready') return null;
  const scores = comfortMetrics.flatMap((metric, place) => {
    const answer = numbers.answers[place];
    return answer ? [[metric, valuesOfAnswer(answer)] as const] : [];
  });
  return worstComfort(
    topZoneIds.map((zone) =>
      comfortOf(new Map(scores.map(([metric, values]) => [metric, amountOf(values.get(String(zone))?.point ?? null)]))),
    ),
  );
}

/** What came together today; several top zones add up. Of a sample the mean of today and of the zones. */
function figureOf(
  { topZoneIds, calendar }: ListedSite,
  { numbers, now, samples }: { numbers: Numbers; now: number; samples: boolean },
): SiteFigure {
  const nothing = { value: null, usual: null, compared: null, buckets: [] };
  if (numbers.state !== 'ready') return nothing;
  const [totals, courses] = numbers.answers;
  if (!totals) return nothing;
  const values = valuesOfAnswer(totals);
  const parts = topZoneIds.flatMap((zoneId) => values.get(String(zoneId)) ?? []);
  const sum = (all: readonly (number | null)[]) =>
    all.length === 0 || all.some((each) => each === null)
      ? null
      : all.reduce<number>((total, each) => total + (each ?? 0), 0) / (samples ? all.length : 1);
  const groups = courses ? groupsOfAnswer(courses) : null;
  const course = groups?.get(String(topZoneIds[0]));
  return {
    value: sum(parts.map(({ point }) => (point.state === 'known' ? point.value : null))),
    usual: sum(parts.map(({ usual }) => usual)),
    compared: sum(parts.map(({ compared }) => compared)),
    buckets: course ? bucketsOfAnswer(course, 1800, { now, timezone: calendar.timezone }) : [],
  };
}
