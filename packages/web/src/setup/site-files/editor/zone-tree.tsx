import { useQuery } from '@apollo/client/react';
import {
  addZone,
  changeZone,
  type DeclaredZone,
  deriveKey,
  flattenTree,
  isInService,
  isInside,
  moveZone,
  shiftZone,
} from '@atrium/domain/setup/site-files';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { SetUpTagsDocument } from '../operations.generated.ts';
import styles from './places.module.css';
import { useProblems } from './problem-text.ts';
import type { Chosen, Editing } from './use-editing.ts';

interface NewTagProps {
  readonly categories: readonly string[];
  /** As `category/tag`. */
  readonly onAdd: (path: string) => void;
}

const maxTagLength = 80;

/** Creates a tag, in an existing or new category. */
function NewTag({ categories, onAdd }: NewTagProps) {
  const { t } = useText();
  const id = useId();
  const [category, setCategory] = useState(categories[0] ?? '');
  const [tag, setTag] = useState('');
  const [tried, setTried] = useState(false);
  const isFaulty = (text: string) => text.trim() === '' || text.includes('/');
  const fault = (text: string) => (tried && isFaulty(text) ? t('setUp.fault.tag') : null);
  function add() {
    setTried(true);
    if (isFaulty(category) || isFaulty(tag)) return;
    onAdd(`${category.trim()}/${tag.trim()}`);
    setTag('');
    setTried(false);
  }
  return (
    <div className={styles.newTag}>
      <TextField
        label={t('setUp.tag.category')}
        name="tag-category"
        autoComplete="off"
        list={`${id}-categories`}
        maxLength={maxTagLength}
        value={category}
        error={fault(category)}
        onChange={({ currentTarget: { value } }) => setCategory(value)}
      />
      <datalist id={`${id}-categories`}>
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label={t('setUp.tag.new')}
        name="tag-new"
        autoComplete="off"
        maxLength={maxTagLength}
        value={tag}
        error={fault(tag)}
        onChange={({ currentTarget: { value } }) => setTag(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button icon="plus" onClick={add}>
        {t('setUp.tag.add')}
      </Button>
    </div>
  );
}

interface ZoneMoreProps {
  readonly editing: Editing;
  readonly zone: DeclaredZone;
  readonly index: number;
}

/** Less common fields: additional parents, tags, and whether the zone is visible. */
export function ZoneMore({ editing, zone, index }: ZoneMoreProps) {
  const { t } = useText();
  const { site, change } = editing;
  const problem = useProblems(editing);
  const { data } = useQuery(SetUpTagsDocument, { fetchPolicy: 'cache-first' });
  const { key, parents, tags } = zone;
  const [first, ...others] = parents;
  const candidates = site.zones.filter(
    (one) => one.removedAt === null && one.key !== first && !isInside(site.zones, one.key, key),
  );
  const categories = (data?.organization.tagCategories ?? []).map(({ name }) => name);
  const stored = (data?.organization.tagCategories ?? []).flatMap((category) =>
    category.tags.map((tag) => `${category.name}/${tag.name}`),
  );
  // New tags are stored with the site.
  const known = [...new Set([...stored, ...site.zones.flatMap((one) => one.tags)])];
  const toggled = (list: readonly string[], item: string) =>
    list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
  return (
    <details className={styles.more} open={others.length > 0 || tags.length > 0 || zone.disabled || undefined}>
      <summary className={styles.label}>{t('setUp.more')}</summary>
      {first !== undefined && candidates.length > 0 && (
        <fieldset className={styles.choices}>
          <legend className={styles.label}>{t('setUp.alsoIn')}</legend>
          {candidates.map((one) => (
            <Checkbox
              key={one.key}
              label={one.name}
              checked={others.includes(one.key)}
              onChange={() => change(changeZone(site, key, { parents: [first, ...toggled(others, one.key)] }))}
            />
          ))}
        </fieldset>
      )}
      <fieldset className={styles.choices}>
        <legend className={styles.label}>{t('setUp.field.tags')}</legend>
        {known.map((path) => (
          <Checkbox
            key={path}
            label={path.replace('/', ' · ')}
            checked={tags.includes(path)}
            onChange={() => change(changeZone(site, key, { tags: toggled(tags, path) }))}
          />
        ))}
        {problem('zones', index, 'tags') !== null && (
          <p className={styles.problem}>{problem('zones', index, 'tags')}</p>
        )}
        <NewTag
          categories={categories}
          onAdd={(path) => tags.includes(path) || change(changeZone(site, key, { tags: [...tags, path] }))}
        />
      </fieldset>
      <Checkbox
        label={t('setUp.field.disabled')}
        checked={zone.disabled}
        onChange={({ currentTarget: { checked } }) => change(changeZone(site, key, { disabled: checked }))}
      />
      <p className={styles.hint}>{t('setUp.disabledText')}</p>
    </details>
  );
}

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
