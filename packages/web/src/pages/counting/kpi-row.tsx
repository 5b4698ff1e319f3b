import { formatClock, formatNumber, formatPercent, hasFewPeople } from '@atrium/domain/core/format';
import { compareFigure, getUsualDecimals, toDayRange } from '@atrium/domain/numbers';
import type { ReactNode } from 'react';
import { formatUnsupported } from '../../charts/index.ts';
import { loadMetricsMessages, useText } from '../../i18n/index.ts';
import type { Measured } from '../../numbers/answers/index.ts';
import { useInside } from '../../numbers/live/index.ts';
import { StatusMark } from '../../ui/icons/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import styles from '../cards/cards.module.css';
import { KpiCard } from '../cards/kpi-card.tsx';
import { formatTooFew } from '../filters/filter-texts.ts';
import { getSentenceTime } from '../headline/sentence-time.ts';
import { formatSilenceWords } from '../words/silence-texts.ts';
import { type CountingContext, type CountingModel, countsPassersBy, getCountingMetric } from './counting-model.ts';
import { buildSmallInput, buildTodayInput } from './small-inputs.ts';

/** Loaded in parallel with the figures, which need not wait for it. */
const KpiPicture = lazyComponent(() => import('../cards/kpi-picture.tsx').then((module) => module.KpiPicture));
KpiPicture.fetch().catch(() => {});

/** Only some sites have these cards, so they are loaded with the metric messages on demand. */
const MoreKpis = lazyComponent(async () => {
  const [module] = await Promise.all([import('./more-kpis.tsx'), loadMetricsMessages()]);
  return module.MoreKpis;
});

interface KpiRowProps {
  readonly model: CountingModel;
  readonly context: CountingContext;
  readonly now: number;
  /** D08: no live figure while the site is closed or several ranges are shown. */
  readonly showInside: boolean;
}

export function KpiRow({ model, context, now, showInside }: KpiRowProps) {
  const { filters } = context;
  const { t } = useText();
  const tagOf = (of: 'people' | 'meters') => {
    const when = getSentenceTime(filters, of);
    // While all counters are silent, nothing goes on.
    return when === 'past' || model.silentSince !== null ? null : (
      <span className={styles.soFar}>{t(when === 'final' ? 'counting.final' : 'charts.soFar')}</span>
    );
  };
  const running = tagOf('people');
  // People inside at the last closing leave later, so exits are final only when the day ends.
  const leaving = tagOf('meters');
  return (
    <div className={styles.kpis}>
      {showInside && filters.counted.length === 1 && <InsideCard model={model} context={context} now={now} />}
      <FlowKpi name="entries" measured={model.entries} {...{ model, context, now, running }} />
      <FlowKpi name="exits" measured={model.exits} {...{ model, context, now }} running={leaving} />
      {!filters.splits && (model.capture.value !== null || countsPassersBy(filters, context.site)) && (
        <FlowKpi name="capture" measured={model.capture} {...{ model, context, now, running }} />
      )}
      {!filters.splits && model.more.length > 0 && (
        <MoreKpis
          {...{ model, context, now, running }}
          waiting={model.more.map(({ name }) => <div key={name} className={`${styles.kpi} ${styles.ghost}`} />)}
        />
      )}
    </div>
  );
}

interface FlowKpiProps {
  readonly name: 'entries' | 'exits' | 'capture';
  readonly measured: Measured;
  readonly model: CountingModel;
  readonly context: CountingContext;
  readonly now: number;
  readonly running: ReactNode;
}

function FlowKpi({ name, measured, model, context, now, running }: FlowKpiProps) {
  const { filters, explains } = context;
  const { t, locale } = useText();
  const { value, usual, range, expected, notTold, tooFew } = measured;
  const metric = getCountingMetric(name);
  const { decimals } = metric;
  const figure = compareFigure({ metric, value, usual, range, unjudged: model.unjudged });
  const points = name === 'capture';
  const isRateOfFew = points && hasFewPeople(model.entries.value, model.entries.usual);
  const format = (number: number | null) => formatNumber(number, { locale, decimals });
  const input = buildSmallInput(measured.buckets, model, filters.progress.people === 'running' ? now : null);
  const { mode } = filters.state.compare;
  return (
    <KpiCard
      metric={context.queries[name].metric}
      label={t(`counting.kpi.${name}`)}
      help={t(`counting.kpi.${name}.help`)}
      explains={explains && { isOpen: explains.isOpen(name), open: () => explains.open(name) }}
      tag={running}
      value={format(value)}
      unit={points ? '%' : t('counting.unit.visitors', { count: value ?? 0 })}
      note={
        notTold.length > 0
          ? formatUnsupported(notTold, t)
          : points && value === null && isStreetCounted(context)
            ? t((model.captureCoverage ?? 1) < 0.9995 ? 'counting.kpi.capture.silent' : 'counting.kpi.capture.nobody')
            : formatTooFew(tooFew, { t, locale })
      }
      comparison={{
        ...{ figure, mode, expected, times: measured.times, ranges: filters.ranges, hidesChange: isRateOfFew },
        write: (number) =>
          points
            ? formatPercent(number, { locale, decimals })
            : formatNumber(number, { locale, decimals: getUsualDecimals(metric, number) }),
      }}
    >
      {(!points || value !== null) && <KpiPicture input={input} as={points ? 'share' : 'bars'} />}
    </KpiCard>
  );
}

/** Whether passers-by are counted. Then a missing capture rate means that nobody passed yet. */
function isStreetCounted({ site, filters }: CountingContext): boolean {
  return site.topology.passages.some(({ footfallOf }) => filters.counted.some(({ id }) => id === footfallOf));
}

function InsideCard({ model, context, now }: Omit<KpiRowProps, 'showInside'>) {
  const { filters, explains } = context;
  const text = useText();
  const { t, locale } = text;
  const live = useInside(filters.counted[0]?.id ?? filters.zone.id);
  const { silentNow, offlineSince, ratio, silence } = model.insideCoverage;
  const { timezone } = context.site.topology;
  // While a counter is silent its people are missing, so the usual value of all counters is not comparable.
  const value = live?.state === 'known' && offlineSince === null ? live.value : null;
  const { usual = null, range = null, times = null } = silentNow > 0 ? {} : model.usuallyInside;
  const isWhole = ratio === null || ratio >= 0.995;
  const metric = getCountingMetric('inside');
  const { limit } = filters.zone;
  const format = (number: number | null) =>
    formatNumber(number === null ? null : Math.round(number), { locale, decimals: 0 });
  const share = limit !== null && limit > 0 && value !== null ? value / limit : null;
  return (
    <KpiCard
      metric="inside"
      label={t('counting.kpi.inside')}
      help={t('counting.kpi.inside.help')}
      explains={explains && { isOpen: explains.isOpen('inside'), open: () => explains.open('inside') }}
      tag={
        <>
          {share !== null && (
            <span className={styles.ofLimit} data-near={share >= 0.85 || undefined}>
              {t('counting.ofLimit', { share: formatPercent(share * 100, { locale, decimals: 0 }) })}
            </span>
          )}
          {(live?.state === 'missing' || live?.state === 'known') && (
            <>
              <StatusMark status={value === null ? 'offline' : 'ok'} live={value !== null} />
              <span className={styles.liveWord}>{t(value === null ? 'counting.offline' : 'counting.live')}</span>
            </>
          )}
        </>
      }
      value={live === null ? null : format(value)}
      unit={t('counting.unit.people', { count: value ?? 0 })}
      note={
        offlineSince !== null
          ? t('counting.since', { time: formatClock(offlineSince, timezone) })
          : silentNow > 0 && silence !== null
            ? t('counting.silence', {
                ...formatSilenceWords(silence, { deviceIds: [], today: filters.today, timezone }, text),
              })
            : null
      }
      comparison={{
        figure: compareFigure({ metric, value, usual, range, unjudged: model.unjudged }),
        times,
        mode: filters.state.compare.mode,
        ranges: [toDayRange(filters.today, filters.today)],
        write: (number) => formatNumber(number, { locale, decimals: getUsualDecimals(metric, number) }),
        hidesChange: !isWhole,
      }}
    >
      <KpiPicture input={buildTodayInput(model, now)} as="line" />
    </KpiCard>
  );
}
