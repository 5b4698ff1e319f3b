import { globalFilterTypes } from '@atrium/domain/dashboards/definitions';
import { withPage } from '@atrium/domain/dashboards/pages';
import type { Stored } from '@atrium/domain/dashboards/widgets';
import { timespanPresets } from '@atrium/domain/measurements';
import { listTopZones } from '@atrium/domain/sites';
import { useText } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/fields/index.ts';
import { Checkbox } from '../../../ui/form/index.ts';
import type { Site } from '../../site/site.ts';
import { ChooseSeveral } from '../settings/choose-several.tsx';
import { formatChoice } from '../settings/option-words.ts';
import type { DraftWork } from '../state/use-draft-work.ts';

/** Sets the filters that readers have on the page, and their initial values. */
export function PageFilters({ work, sites }: { readonly work: DraftWork; readonly sites: readonly Site[] }) {
  const text = useText();
  const { t } = text;
  const { content, page } = work;
  const { filters } = page;
  const ofType = (type: string) => filters.find((filter) => filter.type === type);
  const put = (next: readonly Stored[]) =>
    work.change(
      withPage(content, page.key, (before) => ({ ...before, filters: next.map((one, order) => ({ ...one, order })) })),
    );
  const set = (type: string, part: Stored) =>
    put(filters.map((filter) => (filter.type === type ? { ...filter, ...part } : filter)));
  const about = sites.filter(
    ({ topology }) => content.installationId === null || topology.installationId === content.installationId,
  );
  function turn(type: string) {
    if (ofType(type) !== undefined) return put(filters.filter((filter) => filter.type !== type));
    const id = Math.max(0, ...filters.map((filter) => Number(filter.id ?? 0))) + 1;
    const zoneIds = about.flatMap(({ topology }) => listTopZones(topology.zones).map((zone) => zone.id));
    put([
      ...filters,
      { id, type, ...(type === 'zone' ? { zoneIds } : type === 'date' ? { datePreset: 'today' } : {}) },
    ]);
  }
  const date = ofType('date');
  const zone = ofType('zone');
  return (
    <>
      {globalFilterTypes.map((type) => (
        <Checkbox
          key={type}
          label={formatChoice('filter', type, text)}
          checked={ofType(type) !== undefined}
          onChange={() => turn(type)}
        />
      ))}
      {date !== undefined && (
        <SelectField
          label={t('drafts.filters.start')}
          name="preset"
          value={typeof date.datePreset === 'string' ? date.datePreset : ''}
          options={[
            { value: '', text: t('drafts.usual') },
            ...timespanPresets.map((preset) => ({ value: preset, text: t(`filters.preset.${preset}`) })),
          ]}
          onChange={(preset) => set('date', { datePreset: preset === '' ? undefined : preset })}
        />
      )}
      {zone !== undefined && (
        <ChooseSeveral
          label={t('drafts.option.zoneIds')}
          values={Array.isArray(zone.zoneIds) ? zone.zoneIds.map(Number) : []}
          options={about.flatMap(({ topology }) =>
            topology.zones.map(({ id, name }) => ({
              value: Number(id),
              text: about.length > 1 ? `${topology.name} · ${name}` : name,
            })),
          )}
          onChange={(zoneIds) => zoneIds !== undefined && set('zone', { zoneIds })}
        />
      )}
    </>
  );
}
