import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import styles from './page-header.module.css';

let current: string | null = null;
const listeners = new Set<() => void>();

/** Sets the name of the page's subject (e.g. a site) for breadcrumbs and the browser tab. Null while unknown. */
export function usePageName(name: string | null): void {
  useEffect(() => {
    t(name);
    return () => t(null);
  }, [name]);
}

/** Returns the name of the page's subject, for the shell. */
export function useCurrentPageName(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

function t(name: string | null): void {
  current = name;
  for (const listener of listeners) listener();
}

interface PageHeaderProps {
  readonly title: string;
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether phones show the status below the title, because actions stand beside both. */
  readonly isStacked?: boolean;
}

/** The page's title and only h1, with its state and its actions. */
export function PageHeader({ title, status, actions, isStacked = false }: PageHeaderProps) {
  return (
    <div className={styles.header} data-stacked={isStacked || undefined}>
      <div className={styles.name}>
        <h1 className={styles.title}>{title}</h1>
        {status !== undefined && <div className={styles.status}>{status}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
