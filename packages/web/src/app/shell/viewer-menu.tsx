import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { session } from '../../access/index.ts';
import { languages, type MessageId, pickLanguage, useLanguages, useText } from '../../i18n/index.ts';
import { initialsOf, useViewer } from '../../organisation/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../ui/theme.ts';
import { places, useShown } from '../places/index.ts';
import styles from './viewer-menu.module.css';

const themes: readonly { choice: ThemeChoice; label: MessageId }[] = [
  { choice: 'light', label: 'shell.theme.light' },
  { choice: 'dark', label: 'shell.theme.dark' },
  { choice: 'system', label: 'shell.theme.system' },
];

/** Avatar and name; behind it how the product looks and speaks for this person, and the way out. */
export function ViewerMenu() {
  const { say } = useText();
  const viewer = useViewer();
  const panel = useId();
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const name = viewer.fullName ?? say('shell.unnamed');
  useEffect(() => {
    if (!isOpen) return;
    const beside = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', beside);
    return () => document.removeEventListener('pointerdown', beside);
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape belongs to the menu as a whole, wherever focus is inside
    <div
      ref={place}
      className={styles.place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus();
      }}
      onBlur={(event) => {
        if (event.relatedTarget !== null && !place.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.target}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {viewer.picture === null ? (
          <span className={styles.avatar} aria-hidden="true">
            {initialsOf(viewer)}
          </span>
        ) : (
          <img className={styles.avatar} src={viewer.picture} alt="" />
        )}
        <span className={styles.name}>{name}</span>
      </button>
      {isOpen && <Panel id={panel} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Panel({ id, onClose }: { id: string; onClose: () => void }) {
  const { say, language } = useText();
  const allowed = useLanguages();
  const viewer = useViewer();
  const theme = useThemeChoice();
  const pages = useShown([places.profile]);
  return (
    <div id={id} className={styles.panel}>
      <p className={styles.label}>{viewer.email}</p>
      {pages.map((place) => (
        <Link key={place.label} to={place.path} className={styles.item} onClick={onClose}>
          <Icon name={place.icon} size={14} />
          {say(place.label)}
        </Link>
      ))}
      <Choice
        name={`${id}-theme`}
        label={say('shell.theme')}
        value={theme}
        options={themes.map(({ choice, label }) => ({ value: choice, text: say(label) }))}
        onChoose={chooseTheme}
      />
      <Choice
        name={`${id}-language`}
        label={say('app.language')}
        value={language}
        options={allowed.map((code) => ({
          value: code,
          text: languages[code].name,
          lang: code,
        }))}
        onChoose={(code) => void pickLanguage(code)}
      />
      <button type="button" className={`${styles.item} ${styles.apart}`} onClick={() => void session.leave()}>
        <Icon name="logout" size={14} />
        {say('app.logout')}
      </button>
    </div>
  );
}

/** The browser's own radio buttons, so that the arrow keys choose. */
function Choice<Value extends string>({
  name,
  label,
  value,
  options,
  onChoose,
}: {
  name: string;
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly text: string; readonly lang?: string }[];
  onChoose: (value: Value) => void;
}) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.item} lang={option.lang}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span className={styles.check}>{option.value === value && <Icon name="check" size={14} />}</span>
          {option.text}
        </label>
      ))}
    </fieldset>
  );
}
