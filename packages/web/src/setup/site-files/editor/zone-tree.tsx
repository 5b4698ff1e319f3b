import {
  addZone,
  type DeclaredZone,
  deriveKey,
  flattenTree,
  isInService,
  moveZone,
  shiftZone,
} from '@atrium/domain/setup/site-files';
import { type KeyboardEvent, useRef } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import styles from './places.module.css';
import type { Chosen, Editing } from './use-editing.ts';

/** Tree of zones: arrows navigate, Alt with arrows moves the zone up, down, in and out. */
export function ZoneTree({
  editing: { site, change },
  chosen,
  onChoose,
}: {
  editing: Editing;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  const rows = flattenTree(site.zones);
  const current = chosen?.kind === 'zone' ? chosen.key : null;
  const focused = current ?? rows[0]?.zone.key ?? null;

  function add() {
    const name = t('setUp.zoneName', { count: site.zones.filter(isInService).length + 1 });
    const key = deriveKey(
      name,
      site.zones.map((zone) => zone.key),
      'zone',
    );
    change(addZone(site, name, current ?? rows[0]?.zone.key ?? null));
    onChoose({ kind: 'zone', key });
  }

  function press(event: KeyboardEvent, zone: DeclaredZone, index: number) {
    const isRtl = document.dir === 'rtl';
    const inward = isRtl ? 'ArrowLeft' : 'ArrowRight';
    const outward = isRtl ? 'ArrowRight' : 'ArrowLeft';
    const { key, altKey } = event;
    const parent = site.zones.find((one) => one.key === zone.parents[0]);
    if (altKey && key === 'ArrowUp') change(shiftZone(site, zone.key, -1));
    else if (altKey && key === 'ArrowDown') change(shiftZone(site, zone.key, 1));
    else if (altKey && key === outward && parent !== undefined)
      change(moveZone(site, zone.key, parent.parents[0] ?? null));
    else if (altKey && key === inward) {
      const before = site.zones.filter((one) => isInService(one) && one.parents[0] === zone.parents[0]);
      const sibling = before[before.findIndex((one) => one.key === zone.key) - 1];
      if (sibling !== undefined) change(moveZone(site, zone.key, sibling.key));
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const next = rows[index + (key === 'ArrowDown' ? 1 : -1)]?.zone.key;
      if (next !== undefined) focus(next);
    } else if (key === outward && parent !== undefined) focus(parent.key);
    else if (key === inward && rows[index + 1]?.zone.parents[0] === zone.key) focus(rows[index + 1]?.zone.key ?? '');
    else return;
    event.preventDefault();
  }

  const focus = (key: string) => place.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();

  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('setUp.zones')}</h2>
        <span className={styles.faint}>{t('setUp.limitHead')}</span>
      </div>
      <div ref={place} role="tree" aria-label={t('setUp.zones')} className={styles.tree}>
        {rows.map(({ zone, depth }, index) => (
          <button
            key={zone.key}
            type="button"
            role="treeitem"
            data-key={zone.key}
            aria-level={depth + 1}
            aria-selected={current === zone.key}
            tabIndex={focused === zone.key ? 0 : -1}
            className={styles.zone}
            style={{ '--depth': depth } as React.CSSProperties}
            onClick={() => onChoose({ kind: 'zone', key: zone.key })}
            onKeyDown={(event) => press(event, zone, index)}
          >
            <span className={styles.zoneName}>{zone.name}</span>
            <span className={styles.faint}>{zone.limit ?? ''}</span>
          </button>
        ))}
      </div>
      <div className={styles.foot}>
        <Button look="quiet" icon="plus" onClick={add}>
          {t('setUp.addZone')}
        </Button>
        <p className={styles.hint}>{t('setUp.treeHint')}</p>
      </div>
    </>
  );
}
