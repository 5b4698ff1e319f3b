import { useId } from 'react';
import { useText } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/form/index.ts';
import type { ShapeFieldProps } from './option-props.ts';
import styles from './settings.module.css';

/** Sets a color of the user's choice or the default. */
export function ColorField({ label, value, set }: Pick<ShapeFieldProps<'color'>, 'label' | 'value' | 'set'>) {
  const { t } = useText();
  const id = useId();
  return (
    <div className={styles.flag}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.color}>
        {value === undefined ? (
          <span className={styles.chosen}>{t('drafts.usual')}</span>
        ) : (
          <IconButton icon="close" label={t('drafts.clear', { what: label })} onClick={() => set(undefined)} />
        )}
        <input
          id={id}
          type="color"
          value={typeof value === 'string' && /^#[\da-f]{6}$/i.test(value) ? value : '#1550f5'}
          onChange={(event) => set(event.currentTarget.value)}
        />
      </span>
    </div>
  );
}
