import { listPartZones } from '@atrium/domain/pages';
import { useId } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { getFailureMessage } from '../cards/states.tsx';
import { listSensorNotes } from '../explain/sensor-notes.tsx';
import styles from '../section/section.module.css';
import type { TabProps } from '../site-page/tab-content.tsx';
import own from './devices.module.css';
import { type DeviceQuestion, useDeviceSources } from './use-device-sources.ts';

/** Reports problems in the readings of a page's devices: overlaps, gaps, and registers that fell or were reset. */
export function DeviceNotes(question: DeviceQuestion) {
  const { t } = useText();
  const { found, retry } = useDeviceSources(question);
  const id = useId();
  const isFailed = found !== null && 'code' in found;
  const notes = found === null || isFailed ? [] : listSensorNotes(found, t);
  return (
    <section className={styles.card} aria-labelledby={id} aria-busy={found === null}>
      <header className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {t('section.diagnostics')}
        </h2>
        <span className={styles.meta}>{t('section.diagnostics.what')}</span>
      </header>
      <div className={own.notes}>
        {found === null && <p className={styles.meta}>{t('counting.loading')}</p>}
        {isFailed && (
          <p className={styles.meta} role="alert">
            {t('section.diagnostics.failed')} {t(getFailureMessage(found.code))}{' '}
            <Button icon="reload" onClick={retry}>
              {t('counting.retry')}
            </Button>
          </p>
        )}
        {found !== null && !isFailed && notes.length === 0 && (
          <p className={styles.meta}>{t('section.diagnostics.none')}</p>
        )}
        {notes.length > 0 && (
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface TabDeviceNotesProps extends Pick<TabProps, 'site' | 'filters'> {
  readonly metrics: readonly string[];
  readonly of: 'site' | 'shown';
}

/** Reports the problems of a tab's devices: those of the whole site, or of the shown zones. */
export function TabDeviceNotes({ site, filters, metrics, of }: TabDeviceNotesProps) {
  const zones = of === 'site' ? site.topology.zones : listPartZones(site, filters);
  return <DeviceNotes zoneIds={zones.map(({ id }) => id)} metrics={metrics} ranges={filters.ranges} />;
}
