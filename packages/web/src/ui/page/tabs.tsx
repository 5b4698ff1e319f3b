import { Link } from '@tanstack/react-router';
import styles from './tabs.module.css';

export interface Tab {
  readonly to: string;
  readonly text: string;
}

/** Tabs of one subject. Each tab is a page with its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ to, text }) => (
        <Link key={to} to={to} className={styles.tab} activeProps={{ 'data-current': true }}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
