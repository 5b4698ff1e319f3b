import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './explainable.module.css';

interface ExplainableProps {
  /** Opens what the number is made of; null where nothing explains it. */
  readonly explain: (() => void) | null;
  /** It stands explained now. */
  readonly isOpen?: boolean;
  /** A change beside its number opens what that number opens: keys stop at the number only. */
  readonly isBeside?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Figures as they are read; where something explains them, a way to that, by pointer and by keyboard. */
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
