import { useId, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { Button, TextField } from '../../../ui/form/index.ts';
import styles from './places.module.css';

interface NewTagProps {
  readonly categories: readonly string[];
  /** As `category/tag`. */
  readonly onAdd: (path: string) => void;
}

/** Maximum length of a category or tag. */
const maxTagLength = 80;

/** Creates a tag, in an existing or new category. */
export function NewTag({ categories, onAdd }: NewTagProps) {
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
