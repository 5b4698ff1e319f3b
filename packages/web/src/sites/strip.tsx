import type { Instant } from '@atrium/domain/core';
import { formatNumber } from '@atrium/domain/core/format';
import {
  compareFigure,
  type FigureSum,
  getUsualDecimals,
  type Metric,
  sumFigures,
  type UsualRange,
} from '@atrium/domain/numbers';
import { isDayFinal, type PartCoverage } from '@atrium/domain/pages';
import { type ReactNode, use } from 'react';
import { Chip, DeltaChip, Ruler } from '../charts/index.ts';
import { type Translate, useText } from '../i18n/index.ts';
import { LiveFigure, useInsideTotals } from '../numbers/live/index.ts';
import { Explainable } from '../pages/explain/index.ts';
import { type InsideAll, sumInsideAll } from './numbers/inside-all.ts';
import type { OverviewSite, SiteDay, SiteEnergy, SiteNumbers } from './numbers/overview-model.ts';
import { overviewMetrics } from './numbers/overview-model.ts';
import type { OverviewExplains } from './numbers/use-overview-explains.ts';
import { WithoutNumbers } from './site-cells.tsx';
import styles from './sites.module.css';

/** A site with everything its row shows. */
export interface StripSite {
  readonly site: OverviewSite;
  readonly day: SiteDay;
  /** Null while loading. */
  readonly numbers: SiteNumbers | null;
  /** Null without meters or on failure. */
  readonly energy: SiteEnergy | 'loading' | null;
  /** Coverage of its counters on its current day. */
  readonly coverage: PartCoverage;
}

/** Tells whether its doors are open or will reopen on its current day, so that its entries are not final. */
const mayStillOpen = ({ site: { calendar }, day }: Pick<StripSite, 'site' | 'day'>, now: Instant): boolean =>
  day.open.state !== 'closedAllDay' && !isDayFinal(calendar, now);

/** Whether the entries of any site go on. While all of a site's counters are silent, its own do not. */
export const isAnyRunning = (rows: readonly StripSite[], now: Instant): boolean =>
  rows.some((row) => mayStillOpen(row, now) && row.coverage.offlineSince === null);

export interface StripSensors {
  readonly all: number;
  /** Silent counters now, and the number of sites they are installed at. */
  readonly silent: number;
  readonly sites: number;
}

/** Returns the counters behind the entries of all rows: no air sensors, no meters, no inner doors. */
export function countSensors(rows: readonly Pick<StripSite, 'coverage'>[]): StripSensors {
  return {
    all: rows.reduce((sum, { coverage }) => sum + coverage.deviceCount, 0),
    silent: rows.reduce((sum, { coverage }) => sum + coverage.silentNow, 0),
    sites: rows.filter(({ coverage }) => coverage.silentNow > 0).length,
  };
}

/** Sums the known entries of all sites. */
export const sumEntries = (rows: readonly Pick<StripSite, 'numbers'>[]): FigureSum =>
  sumFigures(rows.flatMap(({ numbers }) => (numbers ? [{ value: numbers.entries, usual: numbers.usualEntries }] : [])));

export interface StripProps {
  readonly rows: readonly StripSite[];
  /** Whether any site has meters. If not, the strip shows neither the energy figure nor its placeholder. */
  readonly isMetered: boolean;
  /** Null while loading. */
  readonly sensors: StripSensors | null;
  /** What entries are compared with: `4 prev. Thu`. */
  readonly versus: string;
  /** Whether the doors of any site may still open today; otherwise its entries are final. */
  readonly isRunning: boolean;
  /** Range of the usual entries of all sites; null without one, undefined while loading. */
  readonly range: UsualRange | null | undefined;
  readonly explained: OverviewExplains;
}

/** Totals of all sites. What is not counted is stated, not added as 0. */
export function Strip({ rows, isMetered, sensors, versus, isRunning, range, explained }: StripProps) {
  const { t, locale } = useText();
  const totals = useInsideTotals(rows.map(({ site }) => site.topZoneIds));
  const inside = sumInsideAll(
    rows.map(({ day, numbers, coverage }, index) => ({
      inside: totals[index] ?? { people: null, isHeard: false },
      isOpen: day.open.state === 'open',
      isOffline: numbers !== null && coverage.offlineSince !== null,
    })),
  );
  const isLoaded = rows.every(({ numbers }) => numbers !== null);
  const hasFailed = use(WithoutNumbers);
  const entries = sumEntries(rows);
  const format = (value: number | null) =>
    formatNumber(value === null ? null : Math.round(value), { locale, decimals: 0 });
  return (
    <dl className={styles.strip} data-cells={isMetered ? 4 : 3}>
      <Cell
        name={t('sites.insideNow')}
        value={inside && <LiveFigure text={format(inside.people)} />}
        unit={t('sites.people', { count: inside?.people ?? 0 })}
        {...(inside?.people == null ? noExplanation : explained('inside', null))}
      >
        {inside && formatSites(inside, t)}
      </Cell>
      <Cell
        name={t(isRunning ? 'sites.entriesSoFar' : 'sites.entriesToday')}
        value={isLoaded ? format(entries.value) : hasFailed ? '–' : null}
        unit={t('sites.visitors', { count: entries.value ?? 0 })}
        {...(entries.value === null ? noExplanation : explained('entries', null))}
      >
        {isLoaded && (
          <Explainable
            {...(entries.value === null ? noExplanation : explained('entries', null))}
            isBeside
            className={styles.cellChange}
          >
            <Versus metric={overviewMetrics.entries} sum={entries} range={range} what={versus} />
          </Explainable>
        )}
      </Cell>
      {isMetered && <EnergySoFar energy={rows.map(({ energy }) => energy)} {...{ versus, explained }} />}
      <Cell
        name={t('sites.sensors')}
        value={sensors ? format(sensors.all - sensors.silent) : hasFailed ? '–' : null}
        unit={sensors ? t('sites.of', { limit: format(sensors.all) }) : ''}
      >
        {sensors &&
          (sensors.silent > 0 ? (
            <Chip tone="warning">{t('sites.silent', { count: sensors.silent, sites: sensors.sites })}</Chip>
          ) : (
            t('sites.allReport')
          ))}
      </Cell>
    </dl>
  );
}

/** Formats `all 9 sites`, or `3 open, 5 closed, 1 not counted`. */
function formatSites({ open, closed, unknown }: InsideAll, t: Translate): string {
  const all = open + closed + unknown;
  return open === all ? t('sites.all', { count: all }) : t('sites.insideOf', { open, closed, unknown });
}

interface EnergySoFarProps extends Pick<StripProps, 'versus' | 'explained'> {
  readonly energy: readonly StripSite['energy'][];
}

function EnergySoFar({ energy, versus, explained }: EnergySoFarProps) {
  const { t, locale } = useText();
  const known = energy.flatMap((each) => (each === null || each === 'loading' ? [] : [each]));
  const sum = sumFigures(known.map(({ used, usual }) => ({ value: used, usual })));
  const total = sum.value;
  return (
    <Cell
      name={t('sites.energySoFar')}
      value={energy.includes('loading') ? null : formatNumber(total, { locale, decimals: 0 })}
      unit={total === null ? '' : t('sites.kilowattHours')}
      {...(total === null ? noExplanation : explained('energy', null))}
    >
      <Explainable
        {...(total === null ? noExplanation : explained('energy', null))}
        isBeside
        className={styles.cellChange}
      >
        <Versus metric={overviewMetrics.energy} sum={sum} range={null} what={versus} />
      </Explainable>
    </Cell>
  );
}

/** A dash has no explanation. */
const noExplanation = { explain: null } as const;

interface VersusProps {
  readonly metric: Metric;
  readonly sum: FigureSum;
  readonly range: StripProps['range'];
  /** Name of the comparison. */
  readonly what: string;
}

/** The change of a sum with what it is compared with, and how many sites can be compared if some cannot. */
function Versus({ metric, sum: { value, usual, comparable }, range, what }: VersusProps) {
  const { t, locale } = useText();
  // Whether a change is worth a word depends on the range.
  if (range === undefined) return null;
  const figure = compareFigure({ metric, value, usual, range, decimals: 0 });
  const format = (one: number) => formatNumber(one, { locale, decimals: getUsualDecimals(metric, one, 0) });
  return (
    <>
      {/* Within the range the ruler says so, in less room. */}
      <Ruler figure={figure} format={format} isInRow />
      {(figure.range === null || figure.side !== 'within') && (
        <DeltaChip
          delta={figure.change}
          side={figure.side}
          decimals={1}
          isBrief={figure.range !== null}
          isSpoken={figure.range !== null}
        />
      )}
      {figure.usual !== null && <span>{t('sites.versus', { value: format(figure.usual), what })}</span>}
      {comparable !== null && <span>{t('sites.comparable', comparable)}</span>}
    </>
  );
}

interface CellProps {
  readonly name: string;
  /** Null while loading. */
  readonly value: ReactNode | null;
  readonly unit: string;
  /** Opens the explanation; null if there is none. */
  readonly explain?: (() => void) | null;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

function Cell({ name, value, unit, explain = null, isOpen = false, children }: CellProps) {
  return (
    <div className={styles.cell}>
      <dt className={styles.cellName}>{name}</dt>
      <dd className={styles.cellValue}>
        <Explainable explain={explain} isOpen={isOpen}>
          {value === null ? (
            <span className={styles.ghost} />
          ) : (
            <>
              {value} <span className={styles.cellUnit}>{unit}</span>
            </>
          )}
        </Explainable>
      </dd>
      <dd className={styles.cellFoot}>{children}</dd>
    </div>
  );
}
