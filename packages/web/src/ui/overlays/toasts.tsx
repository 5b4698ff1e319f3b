import { type ReactNode, useEffect } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../icons/index.ts';
import { dismissToast, type Toast, useToasts } from './toast-list.ts';
import styles from './toasts.module.css';

/**
 * ms a success stays, without and with an action. An error stays until closed: it may be the only trace of a failure.
 */
const [successStays, undoStays] = [6000, 10_000];

/** The toasts, stacked above other content of their corner, so that neither covers the other. */
export function Toasts({ children }: { children?: ReactNode }) {
  const toasts = useToasts();
  return (
    <div className={styles.corner}>
      <div className={styles.stack} role="status" aria-live="polite">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
      {children}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useText();
  useEffect(() => {
    if (toast.type === 'error') return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.action ? undoStays : successStays);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div className={`${styles.toast} ${styles[toast.type]}`}>
      <span className={styles.icon}>
        <Icon name={toast.type === 'error' ? 'alert' : 'check'} />
      </span>
      <p>{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          className={styles.close}
          style={{ inlineSize: 'auto', color: 'var(--accent)' }}
          onClick={() => {
            toast.action?.act();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t('app.close')} onClick={() => dismissToast(toast.id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
