import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './explainable.module.css';

interface ExplainableProps {
  /** Opens the explanation; null if there is none. */
  readonly explain: (() => void) | null;
  /** Whether its explanation is open. */
  readonly isOpen?: boolean;
  /** Whether this is a change next to a number with the same explanation. Then only the number is a tab stop. */
  readonly isBeside?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Renders figures, as a button if they have an explanation. */
export function Explainable({ explain, isOpen = false, isBeside = false, className, children }: ExplainableProps) {
  const { t } = useText();
  if (explain === null) return className === undefined ? children : <span className={className}>{children}</span>;
  return (
    <button
      type="button"
      className={className === undefined ? styles.way : `${styles.way} ${className}`}
      title={t('charts.explain')}
      tabIndex={isBeside ? -1 : undefined}
      data-explained={isOpen || undefined}
      onClick={explain}
    >
      {children}
    </button>
  );
}
