import type { Instant } from '@atrium/domain/core';
import { formatNumber } from '@atrium/domain/core/format';
import { type HoursBrush, maxRidges, toPortfolioQueries } from '@atrium/domain/pages';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useAlertName } from '../../actions/alerts/live/use-open-alerts.ts';
import { useText } from '../../i18n/index.ts';
import { type Numbers, useNumbers } from '../../numbers/answers/index.ts';
import { useNow } from '../../numbers/live/index.ts';
import { mayDo, useViewer } from '../../people/organization/index.ts';
import { Lead } from '../brief/brief.tsx';
import { describeLine } from '../brief/describe-line.ts';
import { DayFanChart } from '../brief/difference-chart.tsx';
import { type BriefModel, useBrief } from '../brief/use-brief.ts';
import { useDayFan, useFanZone } from '../brief/use-day-fan.ts';
import type { OverviewSite } from '../numbers/overview-model.ts';
import { type Overview, useOverview } from '../numbers/use-overview.ts';
import { useOverviewRows } from '../numbers/use-overview-rows.ts';
import { isAnyRunning, type StripSite, sumEntries } from '../strip.tsx';
import styles from './portfolio.module.css';
import {
  buildRidgeRows,
  orderRidges,
  parsePortfolioSearch,
  type RidgeRow,
  toBrush,
  toPortfolioSearch,
} from './portfolio-model.ts';
import { RidgeCard } from './ridge-card.tsx';

/** Polling interval, ms. */
const pollMs = 300_000;
/** Time without a change after which brushed hours are asked about, ms. */
const settleMs = 300;

interface PortfolioProps {
  /** The viewer's own things, beside the sites. */
  readonly aside: ReactNode;
  /** What stands below, once the height of the list is known. */
  readonly children: ReactNode;
}

/** All sites' days at one glance: what kind of day it is, each site against its usual range, and what needs somebody. */
export function Portfolio({ aside, children }: PortfolioProps) {
  const { locale } = useText();
  const now = useNow(20_000);
  const sees = mayDo(useViewer(), 'numbers');
  const overview = useOverview(now, locale, sees);
  const { sites } = overview;
  if (!sees || overview.hasFailed || sites?.length === 0)
    return (
      <>
        <div className={styles.alone}>{aside}</div>
        {children}
      </>
    );
  if (sites === null) return <div className={`${styles.card} ${styles.waiting}`} />;
  return (
    <>
      <Loaded {...{ sites, overview, now, aside }} />
      {children}
    </>
  );
}

interface LoadedProps extends Pick<PortfolioProps, 'aside'> {
  readonly sites: readonly OverviewSite[];
  readonly overview: Overview;
  readonly now: Instant;
}

function Loaded({ sites, overview, now, aside }: LoadedProps) {
  const { hours, rows } = useOverviewRows(sites, overview, now);
  const brief = useBrief(rows, now);
  const drawn = useMemo(() => chooseDrawn(rows), [rows]);
  const search = parsePortfolioSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const brush = toBrush(search, hours);
  const settled = useSettled(brush);
  const asked = useAskedQueries(drawn, settled, now);
  const curves = useNumbers(
    asked.curves.map(({ query }) => query),
    pollMs,
  );
  const totals = useNumbers(
    asked.totals.map(({ query }) => query),
    pollMs,
  );
  const isLoading = curves.state === 'loading' || totals.state === 'loading';
  const ridges = useWhenLoaded(
    isLoading
      ? null
      : orderRidges(
          buildRidgeRows(
            drawn,
            {
              curves: { groups: asked.curves, answers: toAnswers(curves) },
              totals: { groups: asked.totals, answers: toAnswers(totals) },
            },
            { brush: settled, hours, now },
          ),
        ),
  );
  return (
    <div className={styles.portfolio}>
      <Summary {...{ rows, brief, now }} />
      <RidgeCard
        rows={ridges}
        count={Math.min(sites.length, maxRidges)}
        left={Math.max(0, sites.length - maxRidges)}
        hours={hours}
        brush={brush}
        onBrush={(next) =>
          void navigate({ to: '.', search: toPortfolioSearch(next) as never, replace: true, resetScroll: false })
        }
        isLoading={isLoading}
        now={now}
      />
      <aside className={styles.aside}>
        {aside}
        {!brief.isLoading && brief.retry === null && <DoNow {...{ rows, brief, now }} />}
      </aside>
    </div>
  );
}

/** Returns the sites with the most people, by name; all if they are few. */
function chooseDrawn(rows: readonly StripSite[]): readonly OverviewSite[] {
  if (rows.length <= maxRidges) return rows.map(({ site }) => site);
  // Which have the most is only known with their numbers.
  if (rows.some(({ numbers }) => numbers === null)) return [];
  const busiest = rows.toSorted((one, other) => (other.numbers?.usualDay ?? 0) - (one.numbers?.usualDay ?? 0));
  const chosen = new Set(busiest.slice(0, maxRidges));
  return rows.filter((row) => chosen.has(row)).map(({ site }) => site);
}

function useAskedQueries(sites: readonly OverviewSite[], brush: HoursBrush | null, now: Instant) {
  const asked = toPortfolioQueries(sites, brush, now);
  const key = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains everything asked
  return useMemo(() => asked, [key]);
}

/** Returns a brush once it has not changed for a moment. */
function useSettled(brush: HoursBrush | null): HoursBrush | null {
  const [settled, setSettled] = useState(brush);
  const [from, to] = [brush?.from ?? null, brush?.to ?? null];
  useEffect(() => {
    const timer = setTimeout(() => setSettled(from === null || to === null ? null : { from, to }), settleMs);
    return () => clearTimeout(timer);
  }, [from, to]);
  return settled;
}

/** Returns the latest rows that were complete, so that none moves before its figure is known; null without any. */
function useWhenLoaded(rows: readonly RidgeRow[] | null): readonly RidgeRow[] | null {
  const last = useRef(rows);
  if (rows !== null) last.current = rows;
  return last.current;
}

const toAnswers = (numbers: Numbers) => (numbers.state === 'ready' ? numbers.answers : null);

interface SummaryProps {
  readonly rows: readonly StripSite[];
  readonly brief: BriefModel;
  readonly now: Instant;
}

/** What kind of day it is, how many people came, and where the day is heading. */
function Summary({ rows, brief, now }: SummaryProps) {
  const { t, locale } = useText();
  const { isLoading, range, fan } = useDayFan(rows, isAnyRunning(rows, now), now);
  const timezone = useFanZone(rows);
  const { value, usual, comparable } = sumEntries(rows);
  const needing = new Set(brief.attention.now.map(({ siteId }) => siteId)).size;
  const format = (count: number) => formatNumber(count, { locale, decimals: 0 });
  const isKnown = !isLoading && !brief.isLoading && brief.retry === null && rows.every(({ numbers }) => numbers);
  return (
    <div className={styles.summary}>
      <div className={styles.sentences}>
        {isKnown && <Lead {...{ rows, now, range, needing }} />}
        {isKnown && value !== null && (
          <p className={styles.total}>
            <strong>{format(value)}</strong>{' '}
            {t('portfolio.total', {
              count: value,
              open: rows.filter(({ day }) => day.open.state === 'open').length,
              ...{ has: usual === null || comparable !== null ? 'no' : 'yes', usual: format(usual ?? 0) },
            })}
          </p>
        )}
      </div>
      {fan && <DayFanChart fan={fan} now={now} timezone={timezone} />}
    </div>
  );
}

/** What needs somebody, each with its page. */
function DoNow({ rows, brief, now }: SummaryProps) {
  const text = useText();
  const nameOf = useAlertName();
  const lines = brief.attention.now;
  if (lines.length === 0) return null;
  const rowOf = new Map(rows.map((row) => [row.site.id, row]));
  return (
    <section className={styles.panel} aria-labelledby="portfolio-now">
      <h2 id="portfolio-now" className={styles.heading}>
        {text.t('attention.now')}
      </h2>
      <ul className={styles.lines}>
        {lines.map((line) => {
          const row = rowOf.get(line.siteId);
          if (row === undefined) return null;
          const { clause } = describeLine({ line, row, open: brief.open, now, cause: null, nameOf }, text);
          const place =
            line.head.kind === 'alert'
              ? ({ to: '/alerts/log/$logId', params: { logId: String(line.head.alert.id) } } as const)
              : ({
                  to: '/counting/$installationId/sensors',
                  params: { installationId: String(line.siteId) },
                } as const);
          return (
            <li key={line.key} className={styles.line}>
              <Link {...place} className={styles.lineLink}>
                <bdi className={styles.lineSite}>{row.site.name}</bdi> {clause}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
