import { useQuery } from '@apollo/client/react';
import { changeZone, type DeclaredZone, isInside } from '@atrium/domain/setup/site-files';
import { useId, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { SetUpTagsDocument } from '../operations.generated.ts';
import styles from './places.module.css';
import { useProblems } from './problem-text.ts';
import type { Editing } from './use-editing.ts';

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
