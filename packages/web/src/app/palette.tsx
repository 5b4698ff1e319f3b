import { useQuery } from '@apollo/client/react';
import { formatNumber } from '@atrium/domain/core/format';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Language, languages, type MessageId, useLanguages, useText } from '../i18n/index.ts';
import { parseAddress, useBookmarks } from '../pages/bookmarks/index.ts';
import { session } from '../people/access/index.ts';
import { usePages, useViewer } from '../people/organization/index.ts';
import { type Entry, searchEntries, selectWindow } from '../ui/choice/search-entries.ts';
import { Icon, type IconName } from '../ui/icons/index.ts';
import { chooseTheme, type ThemeChoice } from '../ui/theme.ts';
import { useAlertCommands } from './alert-commands.ts';
import {
  PaletteZonesDocument,
  SidebarDashboardsDocument,
  SidebarSitesDocument,
} from './navigation/operations.generated.ts';
import { useChooseLanguage } from './navigation/use-choose-language.ts';
import styles from './palette.module.css';
import { addRecentCommand, listRecentFirst, loadRecentCommands, storeRecentCommands } from './palette-memory.ts';
import { allPlaces } from './places.ts';
import { useVisiblePlaces } from './sections.ts';
import type { Overlay } from './shell/use-shortcuts.ts';

interface Command extends Entry {
  readonly id: string;
  readonly icon: IconName;
  readonly group: MessageId;
  /** Shown instead of the group. */
  readonly detail?: string;
  run(): void;
}

/** Commands for zones and custom pages, loaded when the palette opens. Zones come last: there are many. */
function usePlaceCommands(go: (url: string) => void): Readonly<Record<'zones' | 'dashboards', readonly Command[]>> {
  const leadsTo = usePages();
  const { data } = useQuery(PaletteZonesDocument);
  const dashboards = useQuery(SidebarDashboardsDocument, { fetchPolicy: 'cache-first' }).data?.allDashboardsV2;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` and `leadsTo` are new in each render, and do the same
  const zones = useMemo(
    () =>
      (data?.allInstallations ?? [])
        .filter((site) => leadsTo(`/counting/${site.id}`))
        .flatMap((site) =>
          site.zones
            .filter(({ isDisabled }) => !isDisabled)
            .map(
              (zone): Command => ({
                id: `zone ${site.id} ${zone.id}`,
                text: zone.name,
                aside: site.name,
                icon: 'grid',
                group: 'palette.sites',
                detail: site.name,
                run: () => go(`/counting/${site.id}?zone=${zone.id}`),
              }),
            ),
        ),
    [data],
  );
  return {
    zones,
    dashboards: (dashboards ?? [])
      .filter(({ type, url }) => type === 'custom' && leadsTo(url) !== false)
      .map(
        ({ key, name, url }): Command => ({
          id: `dashboard ${key}`,
          text: name,
          icon: 'table',
          group: 'palette.pages',
          run: () => go(url),
        }),
      ),
  };
}

/** Returns the palette's commands: open sites, zones, pages and bookmarks, and change theme and language. */
function useCommands(onOverlay: (overlay: Overlay) => void): readonly Command[] {
  const { t, language } = useText();
  const allowed = useLanguages();
  const chooseLanguage = useChooseLanguage();
  const router = useRouter();
  const { data } = useQuery(SidebarSitesDocument, { fetchPolicy: 'cache-first' });
  const bookmarks = useBookmarks();
  const leadsTo = usePages();
  const pages = useVisiblePlaces(allPlaces);
  const go = (url: string) => void router.navigate(parseAddress(url));
  const { zones, dashboards } = usePlaceCommands(go);
  const alerts = useAlertCommands(new Map((data?.allInstallations ?? []).map(({ id, name }) => [id, name])));
  return [
    ...alerts.map((command): Command => ({ ...command, group: 'palette.actions' })),
    ...(data?.allInstallations ?? [])
      .filter((site) => leadsTo(`/counting/${site.id}`))
      .map(
        (site): Command => ({
          id: `site ${site.id}`,
          text: site.name,
          aside: t('palette.sites'),
          icon: 'analytics',
          group: 'palette.sites',
          run: () => go(`/counting/${site.id}`),
        }),
      ),
    ...pages.map(
      (place): Command => ({
        id: `page ${place.path}`,
        text: t(place.label),
        aside: place.path,
        icon: place.icon,
        group: 'palette.pages',
        run: () => go(place.path),
      }),
    ),
    ...dashboards,
    ...(bookmarks.list ?? [])
      .filter(({ url }) => leadsTo(url) !== false)
      .map(
        (bookmark): Command => ({
          id: `bookmark ${bookmark.id}`,
          text: bookmark.title,
          aside: t('bookmarks.list'),
          icon: 'bookmark',
          group: 'bookmarks.list',
          run: () => go(bookmark.url),
        }),
      ),
    ...actionsOf(t, language, allowed, chooseLanguage, onOverlay),
    ...zones,
  ];
}

const themes: readonly (readonly [ThemeChoice, MessageId, IconName])[] = [
  ['light', 'shell.theme.light', 'sun'],
  ['dark', 'shell.theme.dark', 'moon'],
  ['system', 'shell.theme.system', 'gear'],
];

function actionsOf(
  t: ReturnType<typeof useText>['t'],
  language: Language,
  allowed: readonly Language[],
  chooseLanguage: (language: Language) => Promise<void>,
  onOverlay: (overlay: Overlay) => void,
): readonly Command[] {
  const action = (id: string, text: string, aside: string, icon: IconName, run: () => void): Command => ({
    id,
    text,
    aside,
    icon,
    group: 'palette.actions',
    run,
  });
  const others = allowed.filter((each) => each !== language);
  return [
    ...themes.map(([choice, label, icon]) =>
      action(`theme ${choice}`, `${t('shell.theme')}: ${t(label)}`, '', icon, () => chooseTheme(choice)),
    ),
    ...others.map((each) =>
      action(
        `language ${each}`,
        `${t('app.language')}: ${languages[each].name}`,
        each,
        'language',
        () => void chooseLanguage(each),
      ),
    ),
    action('shortcuts', t('shortcuts.title'), '?', 'help', () => onOverlay('shortcuts')),
    action('tutorial', t('shell.tutorial'), '', 'compass', () => onOverlay('tutorial')),
    action('logout', t('app.logout'), '', 'logout', () => void session.leave()),
  ];
}

const noneRecent: readonly string[] = [];

/** Command palette: type part of a name, select with the arrow keys, open with Enter. */
export function Palette({ onClose, onOverlay }: { onClose: () => void; onOverlay: (overlay: Overlay) => void }) {
  const { t, locale } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const { id: viewerId } = useViewer();
  const [recent] = useState(() => loadRecentCommands(localStorage, viewerId));
  const commands = listRecentFirst(useCommands(onOverlay), query === '' ? recent : noneRecent);
  const found = searchEntries(commands, query);
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
    storeRecentCommands(localStorage, viewerId, addRecentCommand(recent, command.id));
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
            <span className={styles.group}>
              {command.isRecent ? t('palette.recent') : (command.detail ?? t(command.group))}
            </span>
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
