import { LevelMark, Sparkline } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { CountingSkeleton, type GhostPart, Quiet } from '../counting/states.tsx';
import { Explainable, type Explains } from '../explain/index.ts';
import { InstallationPage, type TabProps } from '../installation/installation-page.tsx';
import styles from '../section/section.module.css';
import type { SectionModel } from '../section/section-model.ts';
import { SectionTab } from '../section/section-page.tsx';
import { nameOf, sayFigure } from '../section/section-words.ts';
import { smallInput } from '../section/small-input.ts';
import { airMetrics } from './air-metrics.ts';
import { airSamples, comfortOf, sampleOf } from './air-samples.ts';
import { explainedAir } from './explained-air.ts';
import { type BandOf, useBands } from './use-bands.ts';

const pictureSize = { width: 150, height: 30 };

const shape: readonly GhostPart[] = ['kpis'];

/** Each sensor's room by itself: what it samples, through the time shown. */
export function RoomsPage() {
  return <InstallationPage section="atmosphere">{(props) => <Rooms {...props} />}</InstallationPage>;
}

function Rooms(props: TabProps) {
  const { site, filters, now } = props;
  const bandOf = useBands(site, filters.today);
  return (
    <SectionTab {...props} metrics={airMetrics(site, now)} partsBy="DEVICE" week={null} shape={shape} bandOf={bandOf}>
      {(model, explains) =>
        bandOf === null ? (
          <CountingSkeleton parts={shape} />
        ) : (
          <Sensors {...props} model={model} bandOf={bandOf} explains={explains} />
        )
      }
    </SectionTab>
  );
}

interface SensorsProps extends TabProps {
  readonly model: SectionModel;
  readonly bandOf: BandOf;
  readonly explains: Explains | null;
}

function Sensors({ site, model, filters, now, bandOf, explains }: SensorsProps) {
  const text = useText();
  const { say } = text;
  const explained = (of: 'own' | 'rating', metric: string, place: string) =>
    explainedAir({ of, metric, place }, model, filters, explains);
  const samples = airSamples(model, filters, null);
  const rooms = [...new Set(model.metrics.flatMap(({ parts }) => [...parts.keys()]))]
    .map((name) => ({ name, comfort: comfortOf(samples, name, bandOf) }))
    .toSorted((left, right) => (left.comfort?.score ?? 6) - (right.comfort?.score ?? 6));
  const zoneOf = (name: string) => {
    const sensor = site.airSensors.find((each) => each.name === name);
    return site.topology.zones.find(({ id }) => id === sensor?.zoneId)?.name;
  };
  if (rooms.length === 0) return <Quiet text={say('section.nothing')} />;
  return (
    <ul className={styles.rooms} aria-label={say('installation.tab.rooms')}>
      {rooms.map(({ name, comfort }) => (
        <li key={name} className={styles.room}>
          <div className={styles.roomHead}>
            <div>
              <h2 className={styles.name}>{name}</h2>
              <span className={styles.meta}>{zoneOf(name)}</span>
            </div>
            {comfort !== null && (
              <span className={styles.level}>
                <LevelMark level={comfort.score} />
                <Explainable {...explained('rating', comfort.metric, name)}>
                  <bdi dir="ltr">
                    <strong>{comfort.score}</strong>
                    <span className={styles.unit}>/ 5</span>
                  </bdi>
                </Explainable>
              </span>
            )}
          </div>
          {model.metrics.map(({ metric, parts }) => {
            const part = parts.get(name);
            return (
              part && (
                <div key={metric.id} className={styles.roomRow}>
                  <span className={styles.roomMetric}>{nameOf(metric, say)}</span>
                  <Sparkline input={smallInput(part.buckets, model, now)} size={pictureSize} fromZero={false} />
                  <Explainable {...explained('own', metric.id, name)}>
                    <strong>
                      <bdi dir="ltr">{sayFigure(sampleOf(part, filters), metric, text)}</bdi>
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
