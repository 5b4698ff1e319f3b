import type { ReactNode } from 'react';
import styles from './marks.module.css';

/** A small status label: partial coverage, offline, critical. */
export function Chip({
  tone,
  title,
  children,
}: {
  readonly tone: 'ok' | 'warning' | 'critical' | 'offline';
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.chip} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
