import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/form/button.tsx';
import { formatDisplayNumber } from './display/figures.ts';
import type { ScreenFragment } from './operations.generated.ts';
import styles from './screens.module.css';
import type { ScreenChanges } from './use-screen-changes.ts';

/** Parses a limit in whole people; null if invalid. */
export function parseLimit(text: string): number | null {
  const value = /^\d{1,8}$/.test(text.trim()) ? Number(text) : 0;
  return value >= 1 && value <= 10_000_000 ? value : null;
}

/** The limit, edited in place. Without one, a prompt to add it, which also switches the screen on. */
export function LimitCell({ screen, changes }: { screen: ScreenFragment; changes: ScreenChanges }) {
  const { t, language } = useText();
  const [text, setText] = useState<string | null>(null);
  const { id, limit } = screen;
  if (text === null && limit === null)
    return (
      <>
        <Button look="quiet" onClick={() => setText('')}>
          {t('stopAndGo.addLimit')}
        </Button>
        <span className={styles.second}>{t('stopAndGo.toActivate')}</span>
      </>
    );
  if (text === null)
    return (
      <span className={styles.limitValue}>
        {formatDisplayNumber(language, limit ?? 0)}
        <IconButton
          icon="pencil"
          label={t('stopAndGo.changeLimit', { screen: screen.name })}
          onClick={() => setText(String(limit))}
        />
      </span>
    );
  const wanted = parseLimit(text);
  const save = async () => {
    if (wanted === null) return;
    if (await changes.update(id, { limit: wanted, ...(limit === null && { enabled: true }) })) setText(null);
  };
  return (
    <form
      className={styles.limitForm}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => event.key === 'Escape' && setText(null)}
    >
      <input
        className={styles.limitInput}
        inputMode="numeric"
        aria-label={t('stopAndGo.limitField', { screen: screen.name })}
        aria-invalid={text !== '' && wanted === null}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: it replaces the button that opened it
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" disabled={wanted === null}>
        {t('stopAndGo.save')}
      </Button>
    </form>
  );
}
