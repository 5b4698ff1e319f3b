import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './drawer.module.css';

/** A panel over the page at its inline start. The native dialog traps focus and handles Escape. */
export function Drawer({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is for the scrim; the keyboard has Escape, which a dialog handles itself
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-label={t('shell.navigation')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && children}
    </dialog>
  );
}
