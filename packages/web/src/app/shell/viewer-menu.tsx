import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/UnstyledButton.css';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { session } from '../../access/index.ts';
import { type Language, languages, type MessageId, pickLanguage, useText } from '../../i18n/index.ts';
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

const parts = {
  dropdown: styles.dropdown ?? '',
  item: styles.item ?? '',
  itemSection: styles.section ?? '',
  label: styles.label ?? '',
  divider: styles.divider ?? '',
};

/** Avatar and name; behind it how the product looks and speaks for this person, and the way out. */
export function ViewerMenu() {
  const { say, language } = useText();
  const viewer = useViewer();
  const theme = useThemeChoice();
  const pages = useShown([places.profile]);
  const name = viewer.fullName ?? say('shell.unnamed');
  return (
    <Menu
      position="bottom-end"
      offset={6}
      width={220}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 120 }}
      checkIcon={<Icon name="check" size={14} />}
      classNames={parts}
    >
      <Menu.Target>
        <button type="button" className={styles.target}>
          {viewer.picture === null ? (
            <span className={styles.avatar} aria-hidden="true">
              {initialsOf(viewer)}
            </span>
          ) : (
            <img className={styles.avatar} src={viewer.picture} alt="" />
          )}
          <span className={styles.name}>{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{viewer.email}</Menu.Label>
        {pages.map((place) => (
          <Menu.Item
            key={place.label}
            component={Link}
            to={place.path}
            leftSection={<Icon name={place.icon} size={14} />}
          >
            {say(place.label)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{say('shell.theme')}</Menu.Label>
        <Menu.RadioGroup value={theme} onChange={(choice) => chooseTheme(choice as ThemeChoice)}>
          {themes.map(({ choice, label }) => (
            <Menu.RadioItem key={choice} value={choice}>
              {say(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{say('app.language')}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(choice) => void pickLanguage(choice as Language)}>
          {Object.entries(languages).map(([code, each]) => (
            <Menu.RadioItem key={code} value={code} lang={code}>
              {each.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" size={14} />} onClick={() => void session.leave()}>
          {say('app.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
