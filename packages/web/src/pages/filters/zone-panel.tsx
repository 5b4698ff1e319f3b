import type { ZoneId } from '@atrium/domain/core';
import { listChildZones, listTopZones, type Zone } from '@atrium/domain/sites';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './filters.module.css';

/** Minimum number of zones for a search field. */
const minZonesForSearch = 9;

interface ZonePanelProps {
  readonly zones: readonly Zone[];
  readonly chosen: Zone;
  readonly onChoose: (zoneId: ZoneId) => void;
}

/** Shows the zone tree. Each top zone heads its own section. */
export function ZonePanel({ zones, chosen, onChoose }: ZonePanelProps) {
  const { t, locale } = useText();
  const [wanted, setWanted] = useState('');
  const matching = zones.filter((zone) =>
    zone.name.toLocaleLowerCase(locale).includes(wanted.trim().toLocaleLowerCase(locale)),
  );
  return (
    <div className={styles.zonePanel}>
      {zones.length >= minZonesForSearch && (
        <input
          type="search"
          data-usage-field="zones.search"
          className={styles.search}
          value={wanted}
          placeholder={t('filters.zone.find')}
          aria-label={t('filters.zone.find')}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {wanted.trim() === '' ? (
        listTopZones(zones).map((top) => (
          <ZoneBranch key={top.id} zones={zones} zone={top} depth={0} above={[]} chosen={chosen} onChoose={onChoose} />
        ))
      ) : (
        <ul className={styles.choices}>
          {matching.map((zone) => (
            <li key={zone.id}>
              <ZoneButton zone={zone} depth={1} chosen={chosen} onChoose={onChoose} />
            </li>
          ))}
          {matching.length === 0 && <li className={styles.nothing}>{t('filters.zone.none')}</li>}
        </ul>
      )}
    </div>
  );
}

interface BranchProps extends ZonePanelProps {
  readonly zone: Zone;
  readonly depth: number;
  /** The zones above this one in the tree. Stops the recursion if parents form a cycle. */
  readonly above: readonly ZoneId[];
}

function ZoneBranch({ zones, zone, depth, above, chosen, onChoose }: BranchProps) {
  const inside = listChildZones(zones, zone.id).filter((child) => !above.includes(child.id));
  return (
    <ul className={styles.choices}>
      <li>
        <ZoneButton zone={zone} depth={depth} chosen={chosen} onChoose={onChoose} />
        {inside.map((child) => (
          <ZoneBranch
            key={child.id}
            zones={zones}
            zone={child}
            depth={depth + 1}
            above={[...above, zone.id]}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </li>
    </ul>
  );
}

function ZoneButton({ zone, depth, chosen, onChoose }: Pick<BranchProps, 'zone' | 'depth' | 'chosen' | 'onChoose'>) {
  return (
    <button
      type="button"
      className={depth === 0 ? `${styles.choice} ${styles.topZone}` : styles.choice}
      style={{ paddingInlineStart: 10 + Math.max(0, depth - 1) * 14 }}
      aria-current={zone.id === chosen.id || undefined}
      onClick={() => onChoose(zone.id)}
    >
      <span>{zone.name}</span>
      {zone.id === chosen.id && <Icon name="check" size={14} />}
    </button>
  );
}
