import { timespanPresets } from '@atrium/domain/numbers';
import { contentLimits, withNewPage, withoutPage, withPage, withPageMoved } from '@atrium/domain/pages/content';
import { globalFilterTypes } from '@atrium/domain/pages/definitions';
import type { Stored } from '@atrium/domain/pages/widgets';
import { listTopZones } from '@atrium/domain/sites';
import { type ReactNode, useId } from 'react';
import { type MessageId, useText } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { SelectField } from '../../ui/form/controls.tsx';
import { Checkbox, TextField } from '../../ui/form/field.tsx';
import { isPageIcon, PageIcon, pageIconNames } from '../../ui/icons/page-icon.tsx';
import type { Site } from '../site-page/site.ts';
import { AsJson } from './as-json.tsx';
import pageStyles from './page-settings.module.css';
import { PhoneOrder } from './phone-order.tsx';
import { ChooseSeveral } from './settings/choose-several.tsx';
import { formatChoice } from './settings/options.ts';
import styles from './settings/settings.module.css';
import { Sharing } from './sharing.tsx';
import type { DraftWork } from './use-draft-work.ts';
import { Versions } from './versions.tsx';

interface PageSettingsProps {
  readonly work: DraftWork;
  readonly sites: readonly Site[];
  readonly say: (text: string) => void;
}

/** Settings of the page and its dashboard, shown while no widget is selected. */
export function PageSettings({ work, sites, say }: PageSettingsProps) {
  const { t } = useText();
  return (
    <aside className={styles.pane} aria-label={t('drafts.page')}>
      <Part name="drafts.page" isOpen>
        <Names work={work} />
      </Part>
      <Part name="drafts.tabs">
        <PageTabs work={work} />
      </Part>
      <Part name="drafts.filters">
        <PageFilters work={work} sites={sites} />
      </Part>
      <Part name="drafts.phone">
        <PhoneOrder work={work} say={say} />
      </Part>
      <Part name="drafts.share">
        <Sharing work={work} sites={sites} />
      </Part>
      <Part name="drafts.history">
        <Versions key={work.draft.publishedAt} work={work} say={say} />
      </Part>
      <Part name="drafts.json">
        <AsJson work={work} say={say} />
      </Part>
    </aside>
  );
}

function Part({ name, isOpen = false, children }: { name: MessageId; isOpen?: boolean; children: ReactNode }) {
  const { t } = useText();
  return (
    <details className={styles.part} open={isOpen || undefined}>
      <summary className={styles.partName}>{t(name)}</summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** Names must not be empty. */
function Names({ work }: { readonly work: DraftWork }) {
  const { t } = useText();
  const { content, page } = work;
  const isNamed = (name: string) => name.trim() !== '';
  return (
    <>
      <TextField
        label={t('drafts.page.dashboard')}
        name="dashboard"
        autoComplete="off"
        maxLength={200}
        defaultValue={content.name}
        key={`dashboard ${content.name}`}
        onBlur={({ currentTarget: { value } }) =>
          isNamed(value) && value !== content.name && work.change({ ...content, name: value.trim() })
        }
      />
      <TextField
        label={t('drafts.page.name')}
        name="page"
        autoComplete="off"
        maxLength={200}
        defaultValue={page.name}
        key={`${page.key} ${page.name}`}
        onBlur={({ currentTarget: { value } }) =>
          isNamed(value) &&
          value !== page.name &&
          work.change(withPage(content, page.key, (before) => ({ ...before, name: value.trim() })))
        }
      />
      <IconChoice
        label={t('drafts.icon.dashboard')}
        chosen={content.icon}
        choose={(icon) => work.change({ ...content, icon })}
      />
      {content.pages.length > 1 && (
        <IconChoice
          label={t('drafts.icon.page')}
          chosen={page.icon}
          choose={(icon) => work.change(withPage(content, page.key, (before) => ({ ...before, icon })))}
        />
      )}
    </>
  );
}

interface IconChoiceProps {
  readonly label: string;
  readonly chosen: string | null;
  readonly choose: (icon: string | null) => void;
}

/** Radio group for a page's icon. The plain one means none. Arrow keys move between icons. */
function IconChoice({ label, chosen, choose }: IconChoiceProps) {
  const { t } = useText();
  const id = useId();
  const current = isPageIcon(chosen) ? chosen : null;
  return (
    <fieldset className={pageStyles.icons}>
      <legend>{label}</legend>
      {[null, ...pageIconNames].map((name) => (
        <label key={name} className={pageStyles.icon} title={t(`drafts.icon.${name ?? 'none'}`)}>
          <input
            type="radio"
            name={id}
            className="visually-hidden"
            aria-label={t(`drafts.icon.${name ?? 'none'}`)}
            checked={name === current}
            onChange={() => choose(name)}
          />
          <PageIcon name={name} />
        </label>
      ))}
    </fieldset>
  );
}

/** Sets the filters that readers have on the page, and their initial values. */
function PageFilters({ work, sites }: { readonly work: DraftWork; readonly sites: readonly Site[] }) {
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

/** The dashboard's pages, which readers see as tabs. */
function PageTabs({ work }: { readonly work: DraftWork }) {
  const { t } = useText();
  const { content, page } = work;
  function add() {
    const name = t('drafts.tabs.new', { number: content.pages.length + 1 });
    const made = withNewPage(content, { name, icon: null, widgets: [], filters: page.filters });
    if (made === null) return;
    work.change(made.content);
    work.openPage(made.key);
  }
  return (
    <>
      <ol className={pageStyles.rows}>
        {content.pages.map(({ key, name, icon }, index) => (
          <li key={key} className={pageStyles.row}>
            <button
              type="button"
              className={pageStyles.open}
              aria-current={key === page.key ? 'page' : undefined}
              onClick={() => work.openPage(key)}
            >
              <span className={pageStyles.titled}>
                {icon !== null && <PageIcon name={icon} />}
                {name}
              </span>
            </button>
            {index > 0 && (
              <Button
                look="quiet"
                aria-label={t('drafts.earlier', { what: name })}
                onClick={() => work.change(withPageMoved(content, key, -1))}
              >
                ↑
              </Button>
            )}
            {content.pages.length > 1 && (
              <IconButton
                icon="trash"
                label={t('drafts.remove', { what: name })}
                onClick={() => work.change(withoutPage(content, key))}
              />
            )}
          </li>
        ))}
      </ol>
      <Button icon="plus" disabled={content.pages.length >= contentLimits.pages} onClick={add}>
        {t('drafts.tabs.add')}
      </Button>
    </>
  );
}
