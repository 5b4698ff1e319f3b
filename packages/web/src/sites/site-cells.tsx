import { instantToDate, type LocalDate } from '@atrium/domain/core';
import { formatClock, formatNumber, formatPercent } from '@atrium/domain/core/format';
import { compareFigure, type Figure, getUsualDecimals, type Unjudged } from '@atrium/domain/numbers';
import type { Comfort, PartCoverage } from '@atrium/domain/pages';
import { createContext, use } from 'react';
import { BulletBar, Chip, DeltaChip, LevelMark, Ruler } from '../charts/index.ts';
import { type Text, type Translate, useText } from '../i18n/index.ts';
import { LiveFigure } from '../numbers/live/index.ts';
import { Explainable } from '../pages/explain/index.ts';
import { formatSilenceWords } from '../pages/words/silence-texts.ts';
import { Icon } from '../ui/icons/index.ts';
import { overviewMetrics, type SiteEnergy, type SiteNumbers } from './numbers/overview-model.ts';
import styles from './sites.module.css';

/** Share of the limit from which a site is nearly full. */
export const nearLimit = 0.9;
/** Share of the bar's width for the larger of now and usual, so that both always fit. */
const maxBarShare = 0.74;

/** Opens the explanation, if there is one, and whether it is open. */
interface Explained {
  readonly explained: { readonly explain: (() => void) | null; readonly isOpen: boolean };
}

/** A dash has no explanation. */
const whereKnown = (value: unknown, { explained }: Explained) =>
  value === null || value === undefined ? { explain: null } : explained;

/** Whether the numbers failed to load, so that none is pending. */
export const WithoutNumbers = createContext(false);

/** Placeholder of a loading figure, of the same size; a dash if it failed. */
export function FigureSkeleton() {
  if (use(WithoutNumbers)) return <span className={styles.first}>–</span>;
  return (
    <span className={styles.first}>
      <span className={styles.ghost} />
    </span>
  );
}

interface InsideCellProps extends Explained {
  readonly people: number | null;
  readonly share: number | null;
  readonly limit: number | null;
  readonly closed: boolean;
  /** Whether the number of people inside has not been reported yet. */
  readonly isLoading: boolean;
  readonly offlineSince: number | null;
  /** People inside as of the last reading of an offline site; null if unknown. */
  readonly lastInside: number | null;
  readonly timezone: string;
}

export function InsideCell({
  people,
  share,
  limit,
  isLoading,
  offlineSince,
  lastInside,
  timezone,
  explained,
}: InsideCellProps) {
  const { t, locale } = useText();
  const format = (value: number | null) =>
    formatNumber(value === null ? null : Math.round(value), { locale, decimals: 0 });
  if (isLoading) return <FigureSkeleton />;
  return (
    <>
      <span className={styles.first}>
        <Explainable {...whereKnown(people, { explained })}>
          <strong>
            <LiveFigure text={format(people)} />
          </strong>
        </Explainable>{' '}
        {people !== null && limit !== null && (
          <span className={styles.unit}>{t('sites.of', { limit: format(limit) })}</span>
        )}
        {offlineSince !== null && lastInside !== null && (
          <Explainable {...explained}>
            <span className={styles.unit}>
              {t('sites.last', { value: format(lastInside), time: formatClock(offlineSince, timezone) })}
            </span>
          </Explainable>
        )}
      </span>
      {limit !== null && (
        <span className={styles.bar}>
          <BulletBar share={share} tone={share !== null && share >= nearLimit ? 'warning' : 'reference'} />
        </span>
      )}
    </>
  );
}

export function EntriesCell({
  numbers,
  offlineSince,
  closed,
  timezone,
  explained,
  unjudged,
}: Pick<InsideCellProps, 'offlineSince' | 'closed' | 'timezone' | 'explained'> & {
  readonly numbers: SiteNumbers | null;
  /** Why the entries are not judged now; null if they are. */
  readonly unjudged: Unjudged | null;
}) {
  const { t, locale } = useText();
  if (!numbers) return <FigureSkeleton />;
  const { entries, usualEntries, entriesRange } = numbers;
  const nobody = closed && (entries ?? 0) === 0;
  const value = nobody ? null : entries;
  const scale = Math.max(value ?? 0, usualEntries ?? 0) / maxBarShare || 1;
  const figure = compareFigure({
    metric: overviewMetrics.entries,
    ...{ value, usual: usualEntries, range: entriesRange, unjudged },
  });
  return (
    <>
      <span className={`${styles.first} ${styles.spread}`}>
        <Explainable {...whereKnown(value, { explained })}>
          <strong>{formatNumber(value, { locale, decimals: 0 })}</strong>{' '}
          {value !== null && (
            <span className={styles.unit}>
              {offlineSince === null
                ? t('sites.visitors', { count: value })
                : t('sites.until', { time: formatClock(offlineSince, timezone) })}
            </span>
          )}
        </Explainable>
        {offlineSince === null && value !== null && usualEntries !== null && (
          <Explainable {...explained} isBeside>
            <DeltaChip delta={figure.change} side={figure.side} decimals={1} isBrief />
          </Explainable>
        )}
      </span>
      {figure.range !== null && offlineSince === null ? (
        <UsualRuler figure={figure} decimals={getUsualDecimals(overviewMetrics.entries, figure.usual ?? 0)} />
      ) : (
        <span className={styles.bar}>
          <BulletBar
            share={value === null ? null : value / scale}
            tick={
              usualEntries === null || usualEntries === 0 || offlineSince !== null || nobody
                ? null
                : usualEntries / scale
            }
            tone={offlineSince === null ? 'data' : 'reference'}
          />
        </span>
      )}
    </>
  );
}

/** A number on the ruler of its usual range, with its usual in words. */
function UsualRuler({ figure, decimals }: { readonly figure: Figure; readonly decimals: number }) {
  const { t, locale } = useText();
  const format = (value: number) => formatNumber(value, { locale, decimals });
  return (
    <span className={styles.ruled}>
      <Ruler figure={figure} format={format} isInRow />
      <span>{t('charts.usualValue', { value: format(figure.usual ?? 0) })}</span>
    </span>
  );
}

interface ComfortCellProps extends Explained {
  readonly comfort: Comfort | null;
  /** Whether the site has opened yet. Air is rated only while open, so nothing is missing before. */
  readonly wasOpen: boolean;
}

export function ComfortCell({ comfort, wasOpen, explained }: ComfortCellProps) {
  const { t } = useText();
  const isUnknown = use(WithoutNumbers);
  if (!comfort) {
    return (
      <>
        <span className={styles.first}>–</span>
        <span className={styles.second}>{wasOpen && !isUnknown && t('sites.noAir')}</span>
      </>
    );
  }
  return (
    <Explainable {...explained}>
      <span className={`${styles.first} ${styles.level}`}>
        <LevelMark level={comfort.score} />
        <bdi dir="ltr">
          <span className={styles.levelValue}>{comfort.score}</span> <span className={styles.unit}>/ 5</span>
        </bdi>
      </span>
      <span className={styles.second}>{formatComfort(comfort, t)}</span>
    </Explainable>
  );
}

interface EnergyCellProps extends Explained {
  readonly energy: SiteEnergy | 'loading' | null;
}

export function EnergyCell({ energy, explained }: EnergyCellProps) {
  const { t, locale } = useText();
  if (energy === 'loading') return <FigureSkeleton />;
  const { used = null, usual = null, range = null } = energy ?? {};
  const unjudged = energy?.isSilent === true ? 'silent' : null;
  const figure = compareFigure({ metric: overviewMetrics.energy, value: used, usual, range, unjudged, decimals: 0 });
  return (
    <Explainable {...whereKnown(used, { explained })}>
      <span className={styles.first}>
        <bdi dir="ltr">
          <strong>{formatNumber(used, { locale, decimals: 0 })}</strong>{' '}
          {used !== null && <span className={styles.unit}>{t('sites.kilowattHours')}</span>}
        </bdi>
      </span>
      <span className={styles.ruled}>
        {(figure.range === null || figure.side === 'above' || figure.side === 'below') && (
          <DeltaChip delta={figure.change} side={figure.side} decimals={1} isBrief />
        )}
        <Ruler figure={figure} format={(usual) => formatNumber(usual, { locale, decimals: 0 })} isInRow />
      </span>
    </Explainable>
  );
}

export function CoverageCell({
  coverage,
  offlineSince,
  timezone,
  now,
}: {
  readonly coverage: PartCoverage;
  readonly offlineSince: number | null;
  readonly timezone: string;
  readonly now: number;
}) {
  const text = useText();
  const { t, locale } = text;
  const { ratio } = coverage;
  if (offlineSince !== null) {
    return (
      <>
        <span className={styles.first}>
          <Chip tone="offline">
            <Icon name="offline" size={14} />
            {t('sites.offline')}
          </Chip>
        </span>
        <span className={styles.second}>{formatSilence(now - offlineSince, t)}</span>
      </>
    );
  }
  const full = ratio === null || ratio >= 0.9995;
  const percent = formatPercent(ratio === null ? null : ratio * 100, { locale, decimals: full ? 0 : 1 });
  return (
    <>
      <span className={styles.first}>
        {full ? (
          <bdi dir="ltr">{percent}</bdi>
        ) : (
          <Chip tone="warning">
            <bdi dir="ltr">{percent}</bdi>
          </Chip>
        )}
      </span>
      <span className={styles.second}>
        <bdi>{formatSensors(coverage, full, { timezone, today: instantToDate(timezone, now) }, text)}</bdi>
      </span>
    </>
  );
}

/** Formats `42 / 42`, or which sensor was silent and when: `Camera North silent since 10:15`. */
function formatSensors(
  { deviceCount, silentNow, silence }: PartCoverage,
  full: boolean,
  at: { readonly timezone: string; readonly today: LocalDate },
  text: Text,
): string {
  if (deviceCount === 0) return text.t('sites.noSensors');
  if (full || silence === null) return `${deviceCount - silentNow} / ${deviceCount}`;
  return text.t('counting.silence', { ...formatSilenceWords(silence, { deviceIds: [], ...at }, text) });
}

/** Formats how long a site has been silent: `2 h 08 m`. */
function formatSilence(ms: number, t: Translate): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return minutes < 60
    ? t('sites.minutes', { minutes })
    : t('sites.hours', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') });
}

/** Formats `CO₂: fair`: the comfort level, and the measure that decides it unless it is the best level. */
export function formatComfort({ score, decidedBy }: Comfort, t: Translate): string {
  const level = t(`sites.level${score}`);
  if (score === 5) return level;
  return t('sites.air', { measures: decidedBy.map((metric) => t(`sites.measure.${metric}`)).join(' · '), level });
}
