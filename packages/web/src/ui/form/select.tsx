import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../icons/index.ts';
import styles from './select.module.css';

interface SelectProps extends Omit<ComponentProps<'select'>, 'className'> {
  /** `small` is for headers, `plain` for a line of text. */
  readonly look?: 'control' | 'small' | 'plain';
  /** Shown before the chosen option. */
  readonly icon?: ReactNode;
  /** Class of the element around it. */
  readonly className?: string | undefined;
}

/** A native select that looks the same in every browser. */
export function Select({ look = 'control', icon = null, className = '', ...select }: SelectProps) {
  return (
    <span className={`${styles.select} ${className}`} data-look={look} data-export="skip">
      {icon && <span className={styles.icon}>{icon}</span>}
      <select {...select} data-icon={icon ? true : undefined} />
      <Icon name="chevronDown" size={14} />
    </span>
  );
}
