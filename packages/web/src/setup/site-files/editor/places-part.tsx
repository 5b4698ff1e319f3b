import { instantToDate } from '@atrium/domain/core';
import {
  addDevice,
  addPassage,
  changeZone,
  deriveKey,
  flattenTree,
  isInService,
  isInside,
  listDependents,
  moveZone,
  removeZone,
  type SiteDeclaration,
} from '@atrium/domain/setup/site-files';
import { applyDeviceList, formatDeviceList } from '@atrium/domain/setup/site-files/device-list';
import { useMemo, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { TextAreaField } from '../../../ui/form/controls.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useMedia } from '../../../ui/page/use-media.ts';
import { DeviceFields, NewDevice } from './device-fields.tsx';
import { DoorFields, DoorList } from './door-list.tsx';
import styles from './places.module.css';
import { useProblems } from './problem-text.ts';
import type { Chosen, Editing } from './use-editing.ts';
import { ZoneMore, ZoneTree } from './zone-tree.tsx';

/** Maximum number of listed problems. */
const maxShown = 5;

/** All devices of a site as lines, to copy to and paste from a spreadsheet. */
function DeviceList({ editing, onClose }: { readonly editing: Editing; readonly onClose: () => void }) {
  const { t } = useText();
  const { site, change } = editing;
  const words = {
    kinds: {
      pad: t('setUp.kinds.pad'),
      atmosphere: t('setUp.kinds.atmosphere'),
      meter: t('setUp.kinds.meter'),
      camera: t('setUp.kinds.camera'),
    },
    serial: t('setUp.serial'),
  };
  const [text, setText] = useState(() => formatDeviceList(site, words));
  const today = instantToDate(site.timezone, Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend only on the language
  const read = useMemo(() => applyDeviceList(site, text, { words, today }), [site, text, today, t]);
  const { added, changed, problems } = read;
  const isNothing = added === 0 && changed === 0;
  return (
    <Dialog
      title={t('setUp.deviceList')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            look="primary"
            disabled={isNothing || problems.length > 0}
            onClick={() => {
              change(read.site);
              onClose();
            }}
          >
            {t('setUp.deviceList.take')}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p className={styles.hint}>{t('setUp.deviceList.text')}</p>
        <TextAreaField
          label={t('setUp.deviceList.lines')}
          name="device-list"
          rows={10}
          wrap="off"
          spellCheck={false}
          dir="ltr"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <p role="status">{isNothing ? t('setUp.deviceList.same') : t('setUp.deviceList.found', { added, changed })}</p>
        {problems.length > 0 && (
          <ul className={styles.problem}>
            {problems.slice(0, maxShown).map(({ line, code, value }) => (
              <li key={line}>
                {t('setUp.readings.line', { line })} {t(`setUp.deviceList.problem.${code}`)} <bdi>{value}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

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

/** One zone. It can be removed once it contains nothing and no passage leads to it. */
function ZoneFields({ editing, zoneKey, onGone }: { editing: Editing; zoneKey: string; onGone: () => void }) {
  const { t } = useText();
  const { site, stored, change } = editing;
  const problem = useProblems(editing);
  const index = site.zones.findIndex(({ key }) => key === zoneKey);
  const zone = site.zones[index];
  if (zone === undefined) return null;
  const held = listDependents(site, zoneKey);
  const parents = flattenTree(site.zones).filter((one) => !isInside(site.zones, one.zone.key, zoneKey));
  const number = (field: 'limit' | 'area' | 'queueLength', label: string, unit?: string, step = 1) => (
    <NumberField
      label={label}
      name={field}
      unit={unit}
      step={step}
      value={zone[field]}
      error={problem('zones', index, field) ?? undefined}
      onChange={(value) => change(changeZone(site, zoneKey, { [field]: value }), `zone ${zoneKey} ${field}`)}
    />
  );
  const remove = () => {
    const wasStored = stored.zones.some(({ key }) => key === zoneKey);
    change(removeZone(site, zoneKey, wasStored, instantToDate(site.timezone, Date.now())));
    onGone();
  };
  return (
    <div className={styles.fields}>
      <TextField
        label={t('setUp.field.name')}
        name="zone-name"
        autoComplete="off"
        value={zone.name}
        error={problem('zones', index, 'name')}
        onChange={({ currentTarget: { value } }) =>
          change(changeZone(site, zoneKey, { name: value }), `zone ${zoneKey} name`)
        }
      />
      <LongSelectField
        label={t('setUp.field.parents')}
        value={zone.parents[0] ?? ''}
        error={problem('zones', index, 'parents')}
        options={[
          { value: '', text: t('setUp.outermost') },
          ...parents.map((one) => ({ value: one.zone.key, text: `${' '.repeat(2 * one.depth)}${one.zone.name}` })),
        ]}
        onChange={(parent) => change(moveZone(site, zoneKey, parent === '' ? null : parent))}
      />
      {number('limit', t('setUp.field.limit'))}
      {number('area', t('setUp.field.area'), 'm²', 0.01)}
      {number('queueLength', t('setUp.field.queueLength'), 'm', 0.01)}
      <ZoneMore editing={editing} zone={zone} index={index} />
      <div>
        <Button icon="trash" disabled={held.length > 0} onClick={remove}>
          {t('setUp.remove')}
        </Button>
        {held.length > 0 && (
          <p className={styles.hint}>{t('setUp.heldBy', { names: held.slice(0, 3).join(', '), count: held.length })}</p>
        )}
      </div>
    </div>
  );
}
