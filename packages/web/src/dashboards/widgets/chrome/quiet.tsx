import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icons/index.ts';
import styles from './chrome.module.css';

/** A widget's state in words: an icon, a title, its meaning and an action. */
export function Quiet({
  icon,
  title,
  detail,
  children,
  isAlert = false,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly detail?: string | null;
  readonly children?: ReactNode;
  readonly isAlert?: boolean;
}) {
  return (
    <div className={styles.quiet} {...(isAlert ? { role: 'alert' } : {})}>
      <Icon name={icon} size={20} />
      <p className={styles.quietTitle}>{title}</p>
      {detail && <p className={styles.quietDetail}>{detail}</p>}
      {children}
    </div>
  );
}
