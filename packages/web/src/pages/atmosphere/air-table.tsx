import { type FilteredSite, listPartZones, type ResolvedFilters } from '@atrium/domain/pages';
import { LevelMark, rowSize, Sparkline } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import type { Column } from '../../ui/table/table.tsx';
import { Explainable, type Explains } from '../explain/index.ts';
import styles from '../section/section.module.css';
import type { SectionModel } from '../section/section-model.ts';
import { buildSectionSmallInput } from '../section/section-model.ts';
import { TableCard, ZoneLink } from '../section/table-card.tsx';
import { formatFigure, formatMeasures, getMetricName } from '../words/section-texts.ts';
import type { BandOf } from './comfort-bands.ts';
import { sortByComfort } from './comfort-bands.ts';
import type { Air } from './use-air.ts';
import { getAirExplanation } from './use-air.ts';

interface AirTableProps {
  readonly model: SectionModel;
  readonly site: FilteredSite;
  readonly air: Air;
  readonly bandOf: BandOf;
  readonly filters: ResolvedFilters;
  readonly now: number;
  readonly explains: Explains | null;
}

/** Lists every zone that has a sensor, worst air first. */
export function AirTable({ model, site, air, bandOf, filters, now, explains }: AirTableProps) {
  const text = useText();
  const { t } = text;
  const zones = listPartZones(site, filters);
  const rows = sortByComfort(air.places, air.comforts, model, bandOf).flatMap((spot) => {
    const zone = zones.find(({ id }) => String(id) === spot.place);
    return zone ? [{ zone, ...spot }] : [];
  });
  const lead = model.metrics[0];
  if (rows.length === 0 || !lead) return null;
  const explained = (of: 'own' | 'rating', metric: string, place: string) =>
    getAirExplanation({ of, metric, place }, model, [], explains);
  return (
    <TableCard
      title={t('counting.zones')}
      meta={t('section.air.zones.sorted', { count: rows.length })}
      className={styles.compact}
      columns={[
        {
          key: 'zone',
          head: t('filters.zone'),
          isName: true,
          cell: ({ zone }) => <ZoneLink {...{ zone, filters }} />,
        },
        {
          key: 'comfort',
          head: t('section.comfort'),
          cell: ({ zone, comfort, metric: decisive }) => (
            <>
              <span className={`${styles.first} ${styles.level}`}>
                <LevelMark level={comfort.score} />
                <Explainable {...explained('rating', decisive, String(zone.id))}>
                  <bdi dir="ltr">
                    <strong>{comfort.score}</strong>
                    <span className={styles.unit}>/ 5</span>
                  </bdi>
                </Explainable>
              </span>
              {comfort.score < 5 && <span className={styles.second}>{formatMeasures(comfort, text)}</span>}
            </>
          ),
        },
        ...model.metrics.map(
          ({ metric, parts }, index): Column<(typeof rows)[number]> => ({
            key: metric.id,
            head: getMetricName(metric, t),
            className: `${styles.end} ${index > 0 ? styles.optional : ''}`,
            cell: ({ zone }) => {
              const part = parts.get(String(zone.id));
              return (
                <span className={styles.first}>
                  <Explainable {...explained('own', metric.id, String(zone.id))}>
                    <bdi dir="ltr">{part ? formatFigure(part.value, metric, text) : '–'}</bdi>
                  </Explainable>
                </span>
              );
            },
          }),
        ),
        {
          key: 'course',
          head: t('section.course', { metric: getMetricName(lead.metric, t) }),
          className: styles.course,
          cell: ({ zone }) => (
            <Sparkline
              input={buildSectionSmallInput(lead.parts.get(String(zone.id))?.buckets ?? [], model, now)}
              size={rowSize}
              fromZero={false}
            />
          ),
        },
      ]}
      rows={rows}
      keyOf={({ zone }) => zone.id}
    />
  );
}
