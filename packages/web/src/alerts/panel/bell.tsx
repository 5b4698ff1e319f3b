import { useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { useLiveOpenAlerts } from '../live/index.ts';
import styles from './bell.module.css';
import { OpenAlertsPanel } from './open-alerts-panel.tsx';

/** The number of open alerts as it is now, and behind it which they are. */
export function Bell() {
  const { t } = useText();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useLiveOpenAlerts();
  useEffect(() => {
    if (!isOpen) return;
    const beside = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', beside);
    return () => document.removeEventListener('pointerdown', beside);
  }, [isOpen]);
  const label = open.length === 0 ? t('alerts.panel.none') : `${t('alerts.panel')}: ${open.length}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the panel as a whole, wherever focus is inside
    <div
      ref={place}
      className={styles.place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.bell}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="bell" />
        {open.length > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {open.length > 9 ? '9+' : open.length}
          </span>
        )}
      </button>
      {isOpen && <OpenAlertsPanel id={id} open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}
