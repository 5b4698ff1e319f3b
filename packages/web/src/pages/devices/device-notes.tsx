import { useApolloClient } from '@apollo/client/react';
import { type DeviceQuestion, listPartZones, toDeviceQueries } from '@atrium/domain/pages';
import { useEffect, useId, useMemo, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { findErrorCode } from '../../numbers/answers/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { getFailureMessage } from '../cards/states.tsx';
import { listSensorNotes } from '../explain/sensor-notes.tsx';
import styles from '../section/section.module.css';
import type { TabProps } from '../site-page/tab-content.tsx';
import own from './devices.module.css';
import { DeviceNotesDocument, type DeviceNotesQuery } from './operations.generated.ts';

/** Reports problems in the readings of a page's devices: overlaps, gaps, and registers that fell or were reset. */
export function DeviceNotes(question: DeviceQuestion) {
  const text = useText();
  const { t } = text;
  const { found, retry } = useDeviceSources(question);
  const id = useId();
  const isFailed = found !== null && 'code' in found;
  const notes = found === null || isFailed ? [] : listSensorNotes(found, text);
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

type Behind = DeviceNotesQuery['readingsBehind'];

/** The error code of the server; null if it sent none. */
interface SourcesFailed {
  readonly code: string | null;
}

interface DeviceSources {
  /** Null while loading. */
  readonly found: Behind | SourcesFailed | null;
  readonly retry: () => void;
}

/** Loads the sources of devices, metric by metric, once per question. */
function useDeviceSources({ zoneIds, metrics, ranges }: DeviceQuestion): DeviceSources {
  const client = useApolloClient();
  const key = JSON.stringify([zoneIds, metrics, ranges]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const queries = useMemo(() => toDeviceQueries({ zoneIds, metrics, ranges }), [key]);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly of: unknown; readonly found: DeviceSources['found'] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same once more
  const current = useMemo(() => ({}), [queries, attempt]);
  useEffect(() => {
    let isWanted = true;
    async function load() {
      const behind: Behind[] = [];
      // Sequential, because all of a page's queries at once would fill the server's queue.
      for (const query of queries) {
        if (!isWanted) return;
        const variables = { query: query as never };
        const { data } = await client.query({ query: DeviceNotesDocument, variables, fetchPolicy: 'no-cache' });
        if (data !== undefined) behind.push(data.readingsBehind);
      }
      const found = {
        sources: behind.flatMap(({ sources }) => sources),
        corrections: behind.flatMap(({ corrections }) => corrections),
      };
      if (isWanted) setLoaded({ of: current, found });
    }
    load().catch((error: unknown) => {
      if (isWanted) setLoaded({ of: current, found: { code: findErrorCode(error) } });
    });
    return () => {
      isWanted = false;
    };
  }, [client, queries, current]);
  return {
    found: loaded?.of === current ? loaded.found : null,
    retry: () => setAttempt((before) => before + 1),
  };
}
