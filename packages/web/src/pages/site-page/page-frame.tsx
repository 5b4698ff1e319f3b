import type { ComponentProps, ReactNode } from 'react';
import { CrosshairProvider } from '../../charts/index.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import styles from '../cards/cards.module.css';
import { ExplainProvider } from '../explain/index.ts';

interface PageFrameProps extends ComponentProps<typeof PageHeader> {
  /** Links to the pages beside this one, and what they are; null without any. */
  readonly tabs: { readonly label: string; readonly links: ReactNode } | null;
  readonly filters: ReactNode;
  readonly children: ReactNode;
}

/** Frames a page of numbers: its title, tabs and filters, and what its cards share: one crosshair and explanations. */
export function PageFrame({ tabs, filters, children, ...header }: PageFrameProps) {
  return (
    <CrosshairProvider>
      <PageHeader {...header} isStacked />
      {tabs && (
        <nav className={styles.tabs} aria-label={tabs.label}>
          {tabs.links}
        </nav>
      )}
      {filters}
      <ExplainProvider>{children}</ExplainProvider>
    </CrosshairProvider>
  );
}
