import type { ReactNode } from 'react';
import styles from './page-header.module.css';

/** The page's title and only h1, with its state and its actions. */
export function PageHeader({ title, status, actions }: { title: string; status?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.header}>
      <div className={styles.name}>
        <h1 className={styles.title}>{title}</h1>
        {status !== undefined && <div className={styles.status}>{status}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
