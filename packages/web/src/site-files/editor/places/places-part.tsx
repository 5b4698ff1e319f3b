import {
  addDevice,
  addPassage,
  deriveKey,
  flattenTree,
  isInService,
  type SiteDeclaration,
} from '@atrium/domain/site-files';
import { useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Dialog } from '../../../ui/dialog/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { useMedia } from '../../../ui/page/index.ts';
import type { Editing } from '../use-editing.ts';
import type { Chosen } from './chosen.ts';
import { DeviceFields } from './device-fields.tsx';
import { DeviceList } from './device-list.tsx';
import { DoorFields } from './door-fields.tsx';
import { DoorList } from './door-list.tsx';
import { NewDevice } from './new-device.tsx';
import styles from './places.module.css';
import { ZoneFields } from './zone-fields.tsx';
import { ZoneTree } from './zone-tree.tsx';

/** Tree of zones, doors with their devices, and an inspector for the selection. */
export function PlacesPart({ editing }: { editing: Editing }) {
  const { t } = useText();
  const { site, change } = editing;
  const [chosen, setChosen] = useState<Chosen>(null);
  const [isPlacing, setPlacing] = useState(false);
  const [isListing, setListing] = useState(false);
  const isNarrow = useMedia('(width < 1024px)');
  const zones = flattenTree(site.zones);
  const shown = chosen !== null && titleOf(site, chosen) !== null ? chosen : null;

  function addDoor() {
    const inner = zones[0]?.zone.key;
    if (inner === undefined) return;
    const count = site.passages.filter(isInService).length + 1;
    const name = t('setUp.doorName', { count });
    const key = deriveKey(
      name,
      site.passages.map((passage) => passage.key),
      'door',
    );
    change(addPassage(site, name, 'outside', inner));
    setChosen({ kind: 'passage', key });
  }

  const inspector = shown === null ? null : <Inspector editing={editing} chosen={shown} onChoose={setChosen} />;
  return (
    <div className={styles.columns} data-inspects={inspector !== null && !isNarrow}>
      <section className={styles.card} aria-label={t('setUp.zones')}>
        <ZoneTree editing={editing} chosen={shown} onChoose={setChosen} />
      </section>
      <section className={styles.card} aria-label={t('setUp.doors')}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('setUp.doors')}</h2>
          <span className={styles.actions}>
            <Button icon="plus" disabled={zones.length === 0} onClick={addDoor}>
              {t('setUp.addDoor')}
            </Button>
            <Button icon="plus" disabled={zones.length === 0} onClick={() => setPlacing(true)}>
              {t('setUp.addDevice')}
            </Button>
            <Button icon="table" disabled={zones.length === 0} onClick={() => setListing(true)}>
              {t('setUp.deviceList')}
            </Button>
          </span>
        </div>
        <DoorList editing={editing} chosen={shown} onChoose={setChosen} />
      </section>
      {inspector !== null && !isNarrow && (
        <section className={styles.card} aria-label={titleOf(site, shown) ?? ''}>
          {inspector}
        </section>
      )}
      {inspector !== null && isNarrow && (
        <Dialog title={titleOf(site, shown) ?? ''} onClose={() => setChosen(null)}>
          {inspector}
        </Dialog>
      )}
      {isListing && <DeviceList editing={editing} onClose={() => setListing(false)} />}
      {isPlacing && (
        <NewDevice
          site={site}
          onClose={() => setPlacing(false)}
          onAdd={(device) => {
            change(addDevice(site, device));
            setPlacing(false);
            setChosen({ kind: 'device', key: device.serial });
          }}
        />
      )}
    </div>
  );
}

function titleOf(site: SiteDeclaration, chosen: Chosen): string | null {
  if (chosen === null) return null;
  const { kind, key } = chosen;
  if (kind === 'device')
    return site.devices.find(({ serial, removedAt }) => serial === key && removedAt === null)?.name ?? null;
  const list = kind === 'zone' ? site.zones : site.passages;
  return list.find((one) => one.key === key && isInService(one))?.name ?? null;
}

function Inspector({
  editing,
  chosen,
  onChoose,
}: {
  editing: Editing;
  chosen: NonNullable<Chosen>;
  onChoose: (chosen: Chosen) => void;
}) {
  const { kind, key } = chosen;
  if (kind === 'zone') return <ZoneFields key={key} editing={editing} zoneKey={key} onGone={() => onChoose(null)} />;
  if (kind === 'device') return <DeviceFields key={key} editing={editing} serial={key} onGone={() => onChoose(null)} />;
  return <DoorFields key={key} editing={editing} passageKey={key} onGone={() => onChoose(null)} onChoose={onChoose} />;
}
