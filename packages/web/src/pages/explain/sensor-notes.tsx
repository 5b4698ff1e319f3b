import { type Translate, useText } from '../../i18n/index.ts';
import styles from './explain.module.css';
import type { SourceReadingsQuery } from './operations.generated.ts';

type Source = Pick<
  SourceReadingsQuery['readingsBehind']['sources'][number],
  'device' | 'overlapped' | 'stepsBack' | 'resets' | 'gaps'
>;

/** Describes problems in the readings behind a number and how they were handled: one sentence per sensor. */
export function listSensorNotes(sources: readonly Source[], t: Translate): readonly string[] {
  const said = sources.flatMap(({ device: sensor, overlapped, stepsBack, resets, gaps }) => [
    ...(overlapped > 0 ? [t('explain.overlapped', { sensor, count: overlapped })] : []),
    ...(stepsBack > 0 ? [t('explain.stepsBack', { sensor, count: stepsBack })] : []),
    ...(resets > 0 ? [t('explain.resets', { sensor, count: resets })] : []),
    ...(gaps > 0 ? [t('explain.gaps', { sensor, count: gaps })] : []),
  ]);
  // A sensor may be on both sides of a ratio.
  return [...new Set(said)];
}

export function SensorNotes({ sources }: { readonly sources: readonly Source[] }) {
  const { t } = useText();
  return listSensorNotes(sources, t).map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}
