import { encodeFilters } from '@atrium/domain/dashboards';
import type { Zone } from '@atrium/domain/sites';
import { Link } from '@tanstack/react-router';
import { LevelMark, rowSize, Sparkline } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { Explainable, type Explains } from '../explain/index.ts';
import type { ResolvedFilters } from '../filters/choice/resolve.ts';
import styles from '../section/section.module.css';
import type { SectionModel } from '../section/section-model.ts';
import { smallInput } from '../section/small-input.ts';
import { measuresWord } from '../words/measures-word.ts';
import { figureText, nameOf } from '../words/section-words.ts';
import { explainedAir } from './explained-air.ts';
import type { Air } from './numbers/use-air.ts';
import type { BandOf } from './numbers/use-bands.ts';
import { weakestFirst } from './numbers/weakest-first.ts';

interface AirTableProps {
  readonly model: SectionModel;
  readonly zones: readonly Zone[];
  readonly air: Air;
  readonly bandOf: BandOf;
  readonly filters: ResolvedFilters;
  readonly now: number;
  readonly explains: Explains | null;
}

/** Every zone with a sensor in it, worst air first. */
export function AirTable({ model, zones, air, bandOf, filters, now, explains }: AirTableProps) {
  const text = useText();
  const { t } = text;
  const rows = weakestFirst(air.places, air.comforts, model, bandOf).flatMap((spot) => {
    const zone = zones.find(({ id }) => String(id) === spot.place);
    return zone ? [{ zone, ...spot }] : [];
  });
  const lead = model.metrics[0];
  if (rows.length === 0 || !lead) return null;
  const explained = (of: 'own' | 'rating', metric: string, place: string) =>
    explainedAir({ of, metric, place }, model, [], explains);
  return (
    <section className={styles.card} aria-labelledby="air-zones">
      <header className={styles.cardHead}>
        <h2 id="air-zones" className={styles.cardTitle}>
          {t('counting.zones')}
        </h2>
        <span className={styles.meta}>{t('section.air.zones.sorted', { count: rows.length })}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: no form's fields, and a landmark would repeat the card's */}
      <div className={styles.scroll} role="group" tabIndex={0} aria-labelledby="air-zones">
        <table className={`${styles.table} ${styles.compact}`}>
          <thead>
            <tr>
              <th scope="col">{t('filters.zone')}</th>
              <th scope="col">{t('section.comfort')}</th>
              {model.metrics.map(({ metric }, index) => (
                <th key={metric.id} scope="col" className={`${styles.end} ${index > 0 ? styles.optional : ''}`}>
                  {nameOf(metric, t)}
                </th>
              ))}
              <th scope="col" className={styles.course}>
                {t('section.course', { metric: nameOf(lead.metric, t) })}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ zone, comfort, metric: decisive }) => (
              <tr key={zone.id}>
                <th scope="row">
                  <Link
                    to="."
                    search={encodeFilters({ ...filters.state, zoneId: zone.id }) as never}
                    className={styles.link}
                  >
                    {zone.name}
                  </Link>
                </th>
                <td>
                  <span className={`${styles.first} ${styles.level}`}>
                    <LevelMark level={comfort.score} />
                    <Explainable {...explained('rating', decisive, String(zone.id))}>
                      <bdi dir="ltr">
                        <strong>{comfort.score}</strong>
                        <span className={styles.unit}>/ 5</span>
                      </bdi>
                    </Explainable>
                  </span>
                  {comfort.score < 5 && <span className={styles.second}>{measuresWord(comfort, text)}</span>}
                </td>
                {model.metrics.map(({ metric, parts }, index) => {
                  const part = parts.get(String(zone.id));
                  return (
                    <td key={metric.id} className={`${styles.end} ${index > 0 ? styles.optional : ''}`}>
                      <span className={styles.first}>
                        <Explainable {...explained('own', metric.id, String(zone.id))}>
                          <bdi dir="ltr">{part ? figureText(part.value, metric, text) : '–'}</bdi>
                        </Explainable>
                      </span>
                    </td>
                  );
                })}
                <td className={styles.course}>
                  <Sparkline
                    input={smallInput(lead.parts.get(String(zone.id))?.buckets ?? [], model, now)}
                    size={rowSize}
                    fromZero={false}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
