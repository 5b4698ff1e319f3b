import { type DeviceId, granularity, type Span } from '@atrium/domain/core';
import type { Coverage } from '@atrium/domain/numbers';
import { type Comfort, isSingleSilence } from '@atrium/domain/pages';
import { selfOrDescendants } from '@atrium/domain/sites';
import { LevelMark, Sparkline } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import type { Measured } from '../../numbers/answers/index.ts';
import { Quiet } from '../cards/states.tsx';
import { Explainable, type Explains } from '../explain/index.ts';
import styles from '../section/section.module.css';
import { buildSectionSmallInput, findNewest, type SectionModel } from '../section/section-model.ts';
import type { TabProps } from '../site-page/tab-content.tsx';
import { formatFigure, formatLastSeen, formatMeasures, formatSilence, getMetricName } from '../words/section-texts.ts';
import { type BandOf, sortByComfort } from './comfort-bands.ts';
import { formatJudgedTime, getAirExplanation } from './use-air.ts';

const pictureSize = { width: 150, height: 30 };

interface RoomsProps extends Pick<TabProps, 'site' | 'filters' | 'now'> {
  readonly model: SectionModel;
  readonly comforts: ReadonlyMap<string, Comfort>;
  readonly bandOf: BandOf;
  readonly explains: Explains | null;
}

/** Shows each air sensor with its metrics over the shown period. */
export function Rooms({ site, model, comforts, filters, now, bandOf, explains }: RoomsProps) {
  const text = useText();
  const { t } = text;
  const zones = selfOrDescendants(
    site.topology.zones,
    filters.counted.map(({ id }) => id),
  );
  const hung = site.airSensors.filter(({ zoneId }) => zoneId !== null && zones.has(zoneId));
  // Sensors without readings are listed too.
  const names = [
    ...new Set([...model.metrics.flatMap(({ parts }) => [...parts.keys()]), ...hung.map(({ name }) => name)]),
  ];
  const spots = sortByComfort(names, comforts, model, bandOf);
  const unrated = names.filter((name) => !spots.some(({ place }) => place === name));
  const isOfNow = filters.includesNow && model.width < granularity.day;
  const currentOf = (part: Measured | undefined) => (part && isOfNow ? findNewest(part, model, now) : null);
  const findLastReading = (name: string) => {
    const all = model.metrics.flatMap(({ parts }) => currentOf(parts.get(name)) ?? []);
    const times = all.flatMap(({ lastReadingAt }) => lastReadingAt ?? []);
    return all.length > 0 && times.length === all.length ? Math.max(...times) : null;
  };
  const rooms = [
    ...spots.map((spot) => ({ name: spot.place, spot, until: findLastReading(spot.place) })),
    ...unrated.map((name) => ({ name, spot: null, until: findLastReading(name) })),
  ];
  const isHeard = (name: string) => model.metrics.some(({ parts }) => parts.has(name));
  const zoneOf = (name: string) => {
    const sensor = site.airSensors.find((each) => each.name === name);
    return site.topology.zones.find(({ id }) => id === sensor?.zoneId)?.name;
  };
  const silenceOf = (name: string) => {
    const sensor = site.airSensors.find((each) => each.name === name);
    const samples = model.metrics.filter(({ parts }) => parts.has(name)).map(({ silent }) => silent);
    const span = sensor ? findLongestSilence(sensor.id, samples) : null;
    return span && formatSilence(span, site.topology.timezone, now, text);
  };
  if (rooms.length === 0) return <Quiet text={t('section.nothing')} />;
  return (
    <ul className={styles.rooms} aria-label={t('sitePage.tab.rooms')}>
      {rooms.map(({ name, spot, until }) => (
        <li key={name} className={styles.room}>
          <div className={styles.roomHead}>
            <div>
              <h2 className={styles.name}>{name}</h2>
              <span className={styles.meta}>{zoneOf(name)}</span>
            </div>
            {spot !== null && (
              <span className={styles.level}>
                <LevelMark level={spot.comfort.score} />
                <Explainable
                  {...getAirExplanation({ of: 'rating', metric: spot.metric, place: name }, model, [], explains)}
                >
                  <bdi dir="ltr">
                    <strong>{spot.comfort.score}</strong>
                    <span className={styles.unit}>/ 5</span>
                  </bdi>
                </Explainable>
                <span className={styles.meta}>
                  {formatJudgedTime(filters, t)}
                  {spot.comfort.score < 5 && ` · ${formatMeasures(spot.comfort, text)}`}
                </span>
              </span>
            )}
          </div>
          {!isHeard(name) && <p className={styles.meta}>{t('sites.noAir')}</p>}
          {silenceOf(name) !== null && <p className={styles.meta}>{silenceOf(name)}</p>}
          {until !== null ? (
            <p className={styles.meta}>{formatLastSeen(until, now, site.topology.timezone, text)}</p>
          ) : (
            isOfNow && isHeard(name) && <p className={styles.meta}>{t('section.now')}</p>
          )}
          {model.metrics.map(({ metric, parts }) => {
            const part = parts.get(name);
            const current = currentOf(part);
            const value = isOfNow ? (current?.value ?? null) : (part?.value ?? null);
            const spans = current ? [current.span] : isOfNow ? null : [];
            return (
              part && (
                <div key={metric.id} className={styles.roomRow}>
                  <span className={styles.roomMetric}>{getMetricName(metric, t)}</span>
                  <Sparkline
                    input={buildSectionSmallInput(part.buckets, model, now)}
                    size={pictureSize}
                    fromZero={false}
                  />
                  <Explainable
                    {...getAirExplanation({ of: 'own', metric: metric.id, place: name }, model, spans, explains)}
                  >
                    <strong>
                      <bdi dir="ltr">{formatFigure(value, metric, text)}</bdi>
                    </strong>
                  </Explainable>
                </div>
              )
            );
          })}
        </li>
      ))}
    </ul>
  );
}

/** Returns the longest span in which a sensor reported none of its metrics; null if there is none. */
export function findLongestSilence(sensor: DeviceId, samples: readonly Coverage['silent'][]): Span | null {
  const [first = [], ...others] = samples.map((silent) =>
    silent.filter((each) => each.deviceId === sensor && isSingleSilence(each)),
  );
  const all = first.filter(({ from, to }) =>
    others.every((silent) => silent.some((other) => other.from <= from && other.to >= to)),
  );
  const [longest] = all.toSorted((one, other) => other.to - other.from - (one.to - one.from));
  return longest === undefined ? null : { from: longest.from, to: longest.to };
}
