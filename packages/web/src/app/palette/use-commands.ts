import { useQuery } from '@apollo/client/react';
import { useRouter } from '@tanstack/react-router';
import { session } from '../../access/index.ts';
import { parseAddress, useBookmarks } from '../../bookmarks/index.ts';
import { type Language, languages, type MessageId, useLanguages, useText } from '../../i18n/index.ts';
import { usePages } from '../../organization/index.ts';
import type { Entry } from '../../ui/choice/index.ts';
import type { IconName } from '../../ui/icons/index.ts';
import { chooseTheme, type ThemeChoice } from '../../ui/theme.ts';
import { allPlaces, useVisiblePlaces } from '../places/index.ts';
import { useChooseLanguage } from '../shell/language/index.ts';
import type { Overlay } from '../shell/shortcuts/index.ts';
import { SidebarSitesDocument } from '../shell/sidebar/operations.generated.ts';

export interface Command extends Entry {
  readonly id: string;
  readonly icon: IconName;
  readonly group: MessageId;
  run(): void;
}

/** Returns the palette's commands: open sites, pages and bookmarks, and change theme and language. */
export function useCommands(onOverlay: (overlay: Overlay) => void): readonly Command[] {
  const { t, language } = useText();
  const allowed = useLanguages();
  const chooseLanguage = useChooseLanguage();
  const router = useRouter();
  const { data } = useQuery(SidebarSitesDocument, { fetchPolicy: 'cache-first' });
  const bookmarks = useBookmarks();
  const leadsTo = usePages();
  const pages = useVisiblePlaces(allPlaces);
  const go = (url: string) => void router.navigate(parseAddress(url));
  return [
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
