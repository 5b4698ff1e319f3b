import { Link } from '@tanstack/react-router';
import { languages, type MessageId, useLanguages, useText } from '../../i18n/index.ts';
import { session } from '../../people/access/index.ts';
import { useViewer } from '../../people/organization/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../ui/theme.ts';
import { places } from '../places.ts';
import { useVisiblePlaces } from '../sections.ts';
import { useChooseLanguage } from './use-choose-language.ts';
import styles from './viewer-menu.module.css';

const themes: readonly { choice: ThemeChoice; label: MessageId }[] = [
  { choice: 'light', label: 'shell.theme.light' },
  { choice: 'dark', label: 'shell.theme.dark' },
  { choice: 'system', label: 'shell.theme.system' },
];

/** Content of the avatar menu: profile, theme, language and sign-out. */
export function ViewerPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, language } = useText();
  const allowed = useLanguages();
  const chooseLanguage = useChooseLanguage();
  const viewer = useViewer();
  const theme = useThemeChoice();
  const pages = useVisiblePlaces([places.profile]);
  return (
    <div id={id} className={styles.panel}>
      <p className={styles.label}>{viewer.email}</p>
      {pages.map((place) => (
        <Link key={place.label} to={place.path} className={styles.item} onClick={onClose}>
          <Icon name={place.icon} size={14} />
          {t(place.label)}
        </Link>
      ))}
      <Choice
        name={`${id}-theme`}
        label={t('shell.theme')}
        value={theme}
        options={themes.map(({ choice, label }) => ({ value: choice, text: t(label) }))}
        onChoose={chooseTheme}
      />
      <Choice
        name={`${id}-language`}
        label={t('app.language')}
        value={language}
        options={allowed.map((code) => ({
          value: code,
          text: languages[code].name,
          lang: code,
        }))}
        onChoose={(code) => void chooseLanguage(code)}
      />
      <button type="button" className={`${styles.item} ${styles.apart}`} onClick={() => void session.leave()}>
        <Icon name="logout" size={14} />
        {t('app.logout')}
      </button>
    </div>
  );
}

/** Native radio buttons, so that the arrow keys select. */
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
