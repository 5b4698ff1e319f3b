import { type Translate, useText } from '../../../i18n/index.ts';
import styles from './explain.module.css';
import type { SourceReadingsQuery } from './operations.generated.ts';

type Source = SourceReadingsQuery['readingsBehind']['sources'][number];

/** What is odd about the readings behind a number, and what became of it: a sentence for each sensor. */
export function sensorNotes(sources: readonly Source[], t: Translate): readonly string[] {
  const said = sources.flatMap(({ device, overlapped, stepsBack }) => [
    ...(overlapped > 0 ? [t('explain.overlapped', { sensor: device, count: overlapped })] : []),
    ...(stepsBack > 0 ? [t('explain.stepsBack', { sensor: device, count: stepsBack })] : []),
  ]);
  // A sensor may stand on both sides of a ratio.
  return [...new Set(said)];
}

export function SensorNotes({ sources }: { readonly sources: readonly Source[] }) {
  const { t } = useText();
  return sensorNotes(sources, t).map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}
