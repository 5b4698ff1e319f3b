import type { ComponentProps } from 'react';
import { Icon } from '../../../ui/icons/index.ts';
import styles from './pick.module.css';

/** The browser's own list to choose one from, drawn as the other controls are. */
export function Pick({ isSmall = false, ...select }: ComponentProps<'select'> & { readonly isSmall?: boolean }) {
  return (
    <span className={styles.pick} data-small={isSmall || undefined} data-export="skip">
      <select {...select} />
      <Icon name="chevronDown" size={14} />
    </span>
  );
}
