import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../../../ui/icons/index.ts';
import styles from './pick.module.css';

/** A native select, styled like the other controls. */
export function Pick({
  isSmall = false,
  icon = null,
  ...select
}: ComponentProps<'select'> & { readonly isSmall?: boolean; readonly icon?: ReactNode }) {
  return (
    <span className={styles.pick} data-small={isSmall || undefined} data-export="skip">
      {icon && <span className={styles.icon}>{icon}</span>}
      <select {...select} data-icon={icon ? true : undefined} />
      <Icon name="chevronDown" size={14} />
    </span>
  );
}
