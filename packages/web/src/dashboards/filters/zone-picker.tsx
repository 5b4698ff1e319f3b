import type { ZoneId } from '@atrium/domain/core';
import type { Zone } from '@atrium/domain/sites';
import { lazy } from 'react';
import { useText } from '../../i18n/index.ts';
import { Dropdown } from './dropdown.tsx';
import styles from './filters.module.css';

export interface ZonePickerProps {
  readonly zones: readonly Zone[];
  readonly chosen: Zone;
  readonly onChoose: (zoneId: ZoneId) => void;
}

const ZonePanel = lazy(() => import('./zone-panel.tsx').then((module) => ({ default: module.ZonePanel })));

/** The chosen zone, one at a time; all of them come with the first opening. */
export function ZonePicker({ zones, chosen, onChoose }: ZonePickerProps) {
  const { say } = useText();
  return (
    <Dropdown
      name={say('filters.zone')}
      label={
        <>
          <span className={styles.key}>{say('filters.zone')}</span>
          <span className={styles.value}>{chosen.name}</span>
        </>
      }
    >
      {(close) => (
        <ZonePanel
          zones={zones}
          chosen={chosen}
          onChoose={(zoneId) => {
            onChoose(zoneId);
            close();
          }}
        />
      )}
    </Dropdown>
  );
}
