import { instantToDate } from '@atrium/domain/core';
import { changeZone, flattenTree, isInside, listDependents, moveZone, removeZone } from '@atrium/domain/site-files';
import { useText } from '../../../i18n/index.ts';
import { LongSelectField } from '../../../ui/choice/index.ts';
import { NumberField } from '../../../ui/fields/index.ts';
import { Button, TextField } from '../../../ui/form/index.ts';
import { useProblems } from '../problem-text.ts';
import type { Editing } from '../use-editing.ts';
import styles from './places.module.css';
import { ZoneMore } from './zone-more.tsx';

/** One zone. It can be removed once it contains nothing and no passage leads to it. */
export function ZoneFields({ editing, zoneKey, onGone }: { editing: Editing; zoneKey: string; onGone: () => void }) {
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
