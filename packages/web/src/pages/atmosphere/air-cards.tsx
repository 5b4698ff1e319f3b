import { type Instant, instantToDate, type SiteCalendar, toSiteDay } from '@atrium/domain/core';
import { formatClock, formatDay } from '@atrium/domain/core/format';
import { compareFigure, countTotalDays, findMetric } from '@atrium/domain/numbers';
import { getWorstComfort, listPartZones, type ResolvedFilters } from '@atrium/domain/pages';
import type { AirJudgement, AirSpot, Spell } from '@atrium/domain/pages/air';
import { LevelMark } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from '../cards/cards.module.css';
import { KpiCard } from '../cards/kpi-card.tsx';
import type { Explains } from '../explain/index.ts';
import { Headline, markStrong } from '../headline/headline.tsx';
import { formatComparison, formatGap, formatTooFewSentence } from '../headline/sentences.ts';
import { MetricCard } from '../section/metric-card.tsx';
import sectionStyles from '../section/section.module.css';
import type { SectionModel } from '../section/section-model.ts';
import { formatSectionPart } from '../section/section-model.ts';
import type { Site } from '../site-page/site.ts';
import type { TabProps } from '../site-page/tab-content.tsx';
import { formatFigure, formatMeasures, getMetricName, type Reader, toMidSentence } from '../words/section-texts.ts';
import { type BandOf, sortByComfort } from './comfort-bands.ts';
import { type Air, formatJudgedTime, getAirExplanation, getJudgedProgress } from './use-air.ts';

interface JudgedTime {
  readonly calendar: SiteCalendar;
  readonly now: Instant;
  /** Whether the period includes now. */
  readonly includesNow: boolean;
  /** Whether the period is one day. The sentences then omit the date. */
  readonly isOneDay: boolean;
  /** Whether the user chose hours. Otherwise the opening hours count. */
  readonly hoursChosen: boolean;
}

/** Describes the air over the whole period. A null judgement means the site was not open. */
export function formatJudgement(judgement: AirJudgement | null, time: JudgedTime, { t }: Reader): string {
  const when = time.includesNow ? 'now' : 'past';
  return t(`headline.air.${judgement?.state ?? 'closed'}`, { when, hours: time.hoursChosen ? 'chosen' : 'open' });
}

/** Describes where and when the air was worst and which limit it crossed; null for an unknown metric. */
export function formatSpell(
  { metric: id, place }: Pick<AirSpot, 'metric' | 'place'>,
  spell: Spell,
  time: JudgedTime,
  { reader, partName }: { readonly reader: Reader; readonly partName: (label: string) => string },
): string | null {
  const metric = findMetric(id);
  if (!metric) return null;
  const { calendar } = time;
  const to = Math.min(spell.to, time.now);
  const isLong = to - spell.from >= dayMs;
  const clock = (at: Instant) =>
    markStrong(
      isLong
        ? `${formatDay(instantToDate(calendar.timezone, at), reader)} ${formatClock(at, calendar.timezone)}`
        : formatClock(at, calendar.timezone),
    );
  return reader.t('headline.air.spell', {
    place: markStrong(partName(place)),
    metric: toMidSentence(getMetricName(metric, reader.t), reader.locale),
    side: spell.side,
    limit: markStrong(formatFigure(spell.limit, metric, reader)),
    dated: time.isOneDay || isLong ? 'no' : 'yes',
    day: markStrong(formatDay(toSiteDay(calendar, spell.from), reader)),
    until: time.includesNow && spell.to + readingTolerance >= time.now ? 'now' : 'then',
    from: clock(spell.from),
    to: clock(to),
    amount: markStrong(formatFigure(spell.peak, metric, reader), 'peak'),
  });
}

/** Lists the sensors in places without any reading; null if there are none. */
export function formatSilentSensors(sensors: readonly string[], { t, locale }: Reader): string | null {
  if (sensors.length === 0) return null;
  const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(sensors.map((name) => markStrong(name)));
  return t('headline.air.unheard', { sensors: names });
}

/** Time in ms to wait for the next reading before a bad spell counts as over. */
const readingTolerance = 600_000;
const dayMs = 86_400_000;

interface AirHeadlineProps {
  readonly model: SectionModel;
  readonly air: Air;
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  readonly partName: (label: string) => string;
  readonly explains: Explains | null;
}

/** States whether the air was good over the shown time, and where and when it was not. */
export function AirHeadline({ model, air, site, filters, now, partName, explains }: AirHeadlineProps) {
  const text = useText();
  const { t } = text;
  const { judgement, spell } = air;
  const co2 = model.metrics.find(({ metric }) => metric.id === 'co2');
  const time = {
    calendar: site.topology,
    now,
    includesNow: getJudgedProgress(filters) === 'running',
    isOneDay: countTotalDays(filters.ranges) === 1,
    hoursChosen: filters.state.hours !== 'all',
  };
  const worst = judgement?.worst ?? null;
  return (
    <Headline
      lead={[
        formatJudgement(judgement, time, text),
        worst && spell && formatSpell(worst, spell, time, { reader: text, partName }),
      ]}
      why={[
        judgement && judgement.worst !== null && judgement.places > 1
          ? t('headline.air.places', { bad: judgement.beyondGood, places: judgement.places })
          : null,
        co2 && co2.value !== null
          ? t('headline.air.mean', {
              metric: getMetricName(co2.metric, t),
              amount: markStrong(formatFigure(co2.value, co2.metric, text), 'co2'),
            })
          : null,
        co2
          ? (formatComparison(compareFigure(co2), filters.state.compare.mode, text, 'co2', 'past') ??
            formatTooFewSentence(co2.tooFew, filters, text))
          : null,
        formatSilentSensors(air.unheard, text),
        formatGap(air.coverage, text, model.metrics[0]?.metric.id ?? '', {
          of: 'sensors',
          since: air.silentSince,
          silent: air.silent,
          now,
          today: filters.date,
          timezone: site.topology.timezone,
        }),
      ]}
      explain={(number) => {
        if (explains === null) return null;
        if (number !== 'peak' || !worst || !spell) return () => explains.open(number);
        const of = spell.side === 'above' ? 'highest' : 'lowest';
        const part = formatSectionPart({ of, metric: worst.metric, label: worst.place });
        return () => explains.open(part, [{ from: spell.from, to: Math.min(spell.to, now) }]);
      }}
    />
  );
}

/** Returns the name of a zone by its label. */
function nameParts({ site, filters }: Pick<AirCardProps, 'site' | 'filters'>): (label: string) => string {
  const names = new Map(listPartZones(site, filters).map(({ id, name }) => [String(id), name]));
  return (label) => names.get(label) ?? label;
}

interface AirCardProps extends Pick<TabProps, 'site' | 'filters' | 'now'> {
  readonly model: SectionModel;
  readonly air: Air;
  readonly bandOf: BandOf;
  readonly explains: Explains | null;
}

/** States how the air is, with the names of its zones. */
export function AirSentence(props: AirCardProps) {
  return <AirHeadline {...props} partName={nameParts(props)} />;
}

/** Shows the comfort, then the first metrics. */
export function AirNumbers(props: AirCardProps) {
  const { model, filters, now, explains, site } = props;
  return (
    <div className={styles.kpis}>
      <ComfortCard {...props} partName={nameParts(props)} />
      {model.metrics.slice(0, 3).map((numbers) => (
        <MetricCard
          key={numbers.metric.id}
          {...{ numbers, model, filters, now, explains }}
          timezone={site.topology.timezone}
        />
      ))}
    </div>
  );
}

interface ComfortCardProps {
  readonly model: SectionModel;
  readonly air: Air;
  readonly filters: ResolvedFilters;
  readonly bandOf: BandOf;
  readonly partName: (label: string) => string;
  readonly explains: Explains | null;
}

/** Shows the site's worst rating, its place and the metrics that decide it. */
export function ComfortCard({ model, air, filters, bandOf, partName, explains }: ComfortCardProps) {
  const { t, locale } = useText();
  const spots = sortByComfort(air.places, air.comforts, model, bandOf);
  const comfort = getWorstComfort(spots.map((spot) => spot.comfort));
  const [weakest] = spots;
  const { explain, isOpen } = weakest
    ? getAirExplanation({ of: 'rating', metric: weakest.metric, place: weakest.place }, model, [], explains)
    : { explain: null, isOpen: false };
  return (
    <KpiCard
      metric="comfortScore"
      label={t('section.comfort')}
      help={t('section.comfort.help')}
      explains={explain && { isOpen, open: explain }}
      tag={formatJudgedTime(filters, t)}
      value={comfort === null ? '–' : String(comfort.score)}
      unit="/ 5"
      comparison={null}
      note={
        comfort === null || !weakest
          ? null
          : comfort.score >= 4
            ? t('section.comfort.allGood', { zones: air.unheard.length === 0 ? 'all' : 'heard' })
            : t('section.comfort.worst', {
                place: partName(weakest.place),
                measures: formatMeasures(weakest.comfort, { t, locale }),
              })
      }
    >
      {comfort && (
        <span className={`${sectionStyles.level} ${sectionStyles.cornerMark}`}>
          <LevelMark level={comfort.score} />
        </span>
      )}
    </KpiCard>
  );
}
