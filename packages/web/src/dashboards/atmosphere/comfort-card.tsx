import { getWorstComfort, type ResolvedFilters } from '@atrium/domain/dashboards';
import { LevelMark } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { KpiCard } from '../cards/kpi-card.tsx';
import type { Explains } from '../explain/index.ts';
import styles from '../section/section.module.css';
import type { SectionModel } from '../section/section-model.ts';
import { formatMeasures } from '../words/format-measures.ts';
import { getAirExplanation } from './explained-air.ts';
import { formatJudgedTime } from './format-judged-time.ts';
import { sortByComfort } from './numbers/sort-by-comfort.ts';
import type { Air } from './numbers/use-air.ts';
import type { BandOf } from './numbers/use-bands.ts';

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
      delta={null}
      deltaDecimals={0}
      versus={null}
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
        <span className={`${styles.level} ${styles.cornerMark}`}>
          <LevelMark level={comfort.score} />
        </span>
      )}
    </KpiCard>
  );
}
