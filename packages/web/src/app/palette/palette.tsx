import { formatNumber } from '@atrium/domain/core/format';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { searchEntries, selectWindow } from '../../ui/choice/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import type { Overlay } from '../shell/shortcuts/index.ts';
import styles from './palette.module.css';
import { type Command, useCommands } from './use-commands.ts';

/** Command palette: type part of a name, select with the arrow keys, open with Enter. */
export function Palette({ onClose, onOverlay }: { onClose: () => void; onOverlay: (overlay: Overlay) => void }) {
  const { t, locale } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const found = searchEntries(useCommands(onOverlay), query);
  const current = Math.min(chosen, found.length - 1);
  const { first, shown } = selectWindow(found, current);
  const count = (value: number) => formatNumber(value, { locale, decimals: 0 });

  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  function run(command: Command | undefined) {
    if (command === undefined) return;
    onClose();
    command.run();
  }

  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((current + step + found.length) % found.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(found[current]);
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is for the scrim; the keyboard has Escape, which a dialog handles itself
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('palette.open')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.box}>
        <Icon name="search" />
        <input
          className={styles.input}
          data-usage-field="palette.search"
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          aria-label={t('palette.open')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKey}
        />
      </div>
      <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t('palette.open')}>
        {shown.map((command, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses in the field above
          <div
            key={command.id}
            id={`${id}-${first + place}`}
            role="option"
            tabIndex={-1}
            aria-setsize={found.length}
            aria-posinset={first + place + 1}
            aria-selected={first + place === current}
            className={styles.entry}
            onClick={() => run(command)}
            onPointerMove={shown.length === found.length ? () => setChosen(place) : undefined}
          >
            <Icon name={command.icon} />
            <span className={styles.text}>{command.text}</span>
            <span className={styles.group}>{t(command.group)}</span>
          </div>
        ))}
      </div>
      <p className={styles.none} role="status">
        {found.length === 0
          ? t('palette.none')
          : shown.length < found.length &&
            t('app.list.more', { shown: count(shown.length), count: count(found.length) })}
      </p>
    </dialog>
  );
}
