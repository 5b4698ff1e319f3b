import { instantToDate } from '@atrium/domain/core';
import {
  changePassage,
  findOpenPeriod,
  flattenTree,
  isInService,
  removePassage,
  setCurrentEnds,
} from '@atrium/domain/setup/site-files';
import { useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/long-select-field.tsx';
import { Button, IconButton } from '../../../ui/form/button.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import styles from './places.module.css';
import { useProblems } from './problem-text.ts';
import type { Chosen, Editing } from './use-editing.ts';

/** One door: its entry direction, and the devices installed there. */
export function DoorFields({
  editing,
  passageKey,
  onGone,
  onChoose,
}: {
  editing: Editing;
  passageKey: string;
  onGone: () => void;
  onChoose: (chosen: Chosen) => void;
}) {
  const { t } = useText();
  const { site, stored, change } = editing;
  const problem = useProblems(editing);
  const index = site.passages.findIndex(({ key }) => key === passageKey);
  const passage = site.passages[index];
  if (passage === undefined) return null;
  const now = findOpenPeriod(passage.ends);
  const zones = flattenTree(site.zones);
  const zoneOptions = zones.map(({ zone, depth }) => ({
    value: zone.key,
    text: `${' '.repeat(2 * depth)}${zone.name}`,
  }));
  const places = [{ value: 'outside', text: t('setUp.outside') }, ...zoneOptions];
  const join = (from: string, to: string) => change(setCurrentEnds(site, passageKey, from, to));
  const here = site.devices.filter(
    (device) => isInService(device) && findOpenPeriod(device.placements)?.passage === passageKey,
  );
  const remove = () => {
    const wasStored = stored.passages.some(({ key }) => key === passageKey);
    change(removePassage(site, passageKey, wasStored, instantToDate(site.timezone, Date.now())));
    onGone();
  };
  return (
    <div className={styles.fields}>
      <TextField
        label={t('setUp.field.name')}
        name="door-name"
        autoComplete="off"
        value={passage.name}
        error={problem('passages', index, 'name')}
        onChange={({ currentTarget: { value } }) =>
          change(changePassage(site, passageKey, { name: value }), `passage ${passageKey} name`)
        }
      />
      <Checkbox
        label={t('setUp.passersBy')}
        checked={passage.footfallOf !== null}
        onChange={({ currentTarget: { checked } }) => {
          const zone = zones[0]?.zone.key ?? null;
          const ends = [{ from: 'outside', to: zone ?? 'outside', validFrom: null, validTo: null }];
          change(
            changePassage(site, passageKey, checked ? { footfallOf: zone, ends: [] } : { footfallOf: null, ends }),
          );
        }}
      />
      {passage.footfallOf !== null ? (
        <LongSelectField
          label={t('setUp.field.footfallOf')}
          value={passage.footfallOf}
          options={zoneOptions}
          onChange={(footfallOf) => change(changePassage(site, passageKey, { footfallOf }))}
        />
      ) : (
        <div className={styles.joins}>
          <LongSelectField
            label={t('setUp.from')}
            value={now?.from ?? 'outside'}
            options={places}
            onChange={(from) => join(from, now?.to ?? 'outside')}
          />
          <IconButton
            icon="swap"
            look="plain"
            label={t('setUp.swap')}
            onClick={() => join(now?.to ?? 'outside', now?.from ?? 'outside')}
          />
          <LongSelectField
            label={t('setUp.to')}
            value={now?.to ?? 'outside'}
            options={places}
            error={problem('passages', index, 'ends')}
            onChange={(to) => join(now?.from ?? 'outside', to)}
          />
        </div>
      )}
      {here.length > 0 && (
        <div>
          <h3 className={styles.label}>{t('setUp.hangsHere')}</h3>
          <ul>
            {here.map(({ serial, name }) => (
              <li key={serial}>
                <button type="button" className={styles.link} onClick={() => onChoose({ kind: 'device', key: serial })}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button icon="trash" onClick={remove}>
          {t('setUp.remove')}
        </Button>
      </div>
    </div>
  );
}
