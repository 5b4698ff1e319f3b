import { airVerdict } from '@atrium/domain/dashboards';
import { LevelMark } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { KpiCard } from '../counting/kpi-card.tsx';
import type { Explains } from '../explain/index.ts';
import type { ResolvedFilters } from '../filters/resolve.ts';
import styles from '../section/section.module.css';
import type { SectionModel } from '../section/section-model.ts';
import { airSamples } from './air-samples.ts';
import { explainedAir } from './explained-air.ts';
import type { BandOf } from './use-bands.ts';

interface ComfortCardProps {
  readonly model: SectionModel;
  readonly filters: ResolvedFilters;
  readonly places: ReadonlySet<string>;
  readonly bandOf: BandOf;
  readonly partName: (label: string) => string;
  readonly explains: Explains | null;
}

/** The worst rating of the site, and where it comes from. */
export function ComfortCard({ model, filters, places, bandOf, partName, explains }: ComfortCardProps) {
  const { say } = useText();
  const verdict = airVerdict(airSamples(model, filters, places), bandOf);
  const { explain, isOpen } =
    verdict === null
      ? { explain: null, isOpen: false }
      : explainedAir({ of: 'rating', ...verdict.worst }, model, filters, explains);
  return (
    <KpiCard
      label={say('section.comfort')}
      help={say('section.comfort.help')}
      explains={explain && { isOpen, open: explain }}
      tag={say(filters.includesNow ? 'section.now' : 'section.mean')}
      value={verdict === null ? '–' : String(verdict.score)}
      unit="/ 5"
      delta={null}
      deltaDecimals={0}
      versus={null}
      note={
        verdict === null
          ? null
          : verdict.score >= 4
            ? say('section.comfort.allGood')
            : say('section.comfort.worst', { place: partName(verdict.worst.place) })
      }
    >
      {verdict && (
        <span className={`${styles.level} ${styles.cornerMark}`}>
          <LevelMark level={verdict.score} />
        </span>
      )}
    </KpiCard>
  );
}
