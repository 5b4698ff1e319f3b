import { Link, useRouterState } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { loadMessages, loadMetricsMessages, useText } from '../../i18n/index.ts';
import { landingPath } from '../../people/access/index.ts';
import { mayDo, toInitials, useViewer } from '../../people/organization/index.ts';
import { IconButton } from '../../ui/form/button.tsx';
import { Icon, Logo } from '../../ui/icons/index.ts';
import { useExitState } from '../../ui/leaving/exit-state.ts';
import { Menu, menuItem } from '../../ui/overlays/menu.tsx';
import { usePopover } from '../../ui/overlays/use-popover.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { iconPlaces, isCurrent, mainPlaces, places } from '../places.ts';
import { useVisiblePlaces } from '../sections.ts';
import styles from './header.module.css';
import viewerMenuStyles from './viewer-menu.module.css';

/** Width of the menu button, px. */
const menuWidth = 34;

/** Returns how many items of these widths fit in a row, px. If some do not fit, leaves room for the menu button. */
export function countFitting({
  widths,
  gap,
  room,
}: {
  readonly widths: readonly number[];
  readonly gap: number;
  readonly room: number;
}): number {
  const ends: number[] = [];
  for (const width of widths) ends.push((ends.at(-1) ?? -gap) + gap + width);
  if ((ends.at(-1) ?? 0) <= room) return widths.length;
  return ends.filter((end) => end + gap + menuWidth <= room).length;
}

/** Rarely opened, so it loads on demand. */
const Panel = lazyComponent(() => import('./viewer-panel.tsx').then(({ ViewerPanel }) => ViewerPanel));

/** Avatar and name; opens theme, language and sign-out. */
function ViewerMenu() {
  const { t } = useText();
  const viewer = useViewer();
  const { id, isOpen, close, root, opener } = usePopover();
  const name = viewer.fullName ?? t('shell.unnamed');
  return (
    <div {...root} className={viewerMenuStyles.place}>
      <button type="button" className={viewerMenuStyles.target} {...opener}>
        {viewer.picture === null ? (
          <span className={viewerMenuStyles.avatar} aria-hidden="true">
            {toInitials(viewer)}
          </span>
        ) : (
          <img className={viewerMenuStyles.avatar} src={viewer.picture} alt="" />
        )}
        <span className={viewerMenuStyles.name}>{name}</span>
      </button>
      {isOpen && <Panel id={id} onClose={close} />}
    </div>
  );
}

/** Loads after the page, with the names and units of metrics that alerts show. */
const Bell = lazyComponent(async () => {
  const [{ Bell: bell }] = await Promise.all([
    import('../../actions/alerts/live/bell.tsx'),
    loadMessages('alerts'),
    loadMetricsMessages(),
  ]);
  return bell;
});

/** `onMenu` opens the sidebar; null while the sidebar is beside the page. `onSearch` opens the palette. */
export function Header({ onMenu, onSearch }: { onMenu: (() => void) | null; onSearch: () => void }) {
  const { t } = useText();
  const viewer = useViewer();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const aside = useVisiblePlaces(iconPlaces);
  const { rendered: mayLoseWork } = useExitState();
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        {onMenu !== null && <IconButton icon="menu" label={t('shell.openMenu')} onClick={onMenu} />}
        {/* With unsaved changes the link goes through the dashboard list, as the leave dialog expects. */}
        <Link to={mayLoseWork ? places.discover.path : landingPath} className={styles.home}>
          {viewer.organization.logo === null ? (
            <Logo />
          ) : (
            <img className={styles.logo} src={viewer.organization.logo} alt="" />
          )}
          <span className={styles.product}>{t('app.name')}</span>
        </Link>
        <span className={styles.slash} aria-hidden="true">
          /
        </span>
        <span className={styles.organization} title={viewer.organization.name}>
          {viewer.organization.name}
        </span>
      </div>
      <MainLinks path={path} />
      <button
        type="button"
        className={styles.search}
        aria-keyshortcuts="Control+K Meta+K"
        data-tour="search"
        onClick={onSearch}
      >
        <Icon name="search" />
        <span className={styles.searchText}>{t('palette.open')}</span>
        <kbd className={styles.keys}>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {mayDo(viewer, 'alertLog') && <Bell waiting={<span className={styles.round} />} />}
      <nav className={styles.aside} aria-label={t('shell.aside')}>
        {aside.map((place) => (
          <Link
            key={place.label}
            to={place.path}
            className={styles.round}
            title={t(place.label)}
            aria-label={t(place.label)}
            aria-current={isCurrent(place, path) ? 'true' : undefined}
          >
            <Icon name={place.icon} />
          </Link>
        ))}
      </nav>
      <ViewerMenu />
    </header>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Main links. Those that do not fit are in a menu at the end of the row. */
function MainLinks({ path }: { readonly path: string }) {
  const { t } = useText();
  const shown = useVisiblePlaces(mainPlaces);
  const line = useRef<HTMLElement>(null);
  const fitting = useFitting(line, shown.length);
  const over = shown.slice(fitting);
  return (
    <nav ref={line} className={styles.links} aria-label={t('shell.main')} data-tour="main">
      {shown.map((place, index) => (
        <Link
          key={place.label}
          to={place.path}
          className={styles.link}
          data-over={index >= fitting}
          data-current={isCurrent(place, path)}
          aria-current={isCurrent(place, path) ? 'true' : undefined}
        >
          {t(place.label)}
        </Link>
      ))}
      {over.length > 0 && (
        <Menu label={t('shell.morePages')} buttonClass={styles.more}>
          {(close) =>
            over.map((place) => (
              <Link
                key={place.label}
                {...menuItem}
                to={place.path}
                aria-current={isCurrent(place, path) ? 'true' : undefined}
                onClick={close}
              >
                {t(place.label)}
              </Link>
            ))
          }
        </Menu>
      )}
    </nav>
  );
}

/** Returns how many links fit in the row. Measures again when the row or a link is resized. */
function useFitting(line: { readonly current: HTMLElement | null }, count: number): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const element = line.current;
    if (element === null) return;
    const links = [...element.children].slice(0, count) as HTMLElement[];
    const measure = () => {
      const style = getComputedStyle(element);
      const number = (length: string) => Number.parseFloat(length) || 0;
      setFitting(
        countFitting({
          widths: links.map(({ offsetWidth }) => offsetWidth),
          gap: number(style.columnGap),
          room: element.clientWidth - number(style.paddingInlineStart) - number(style.paddingInlineEnd),
        }),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...links]) observer.observe(one);
    return () => observer.disconnect();
  }, [line, count]);
  return Math.min(fitting, count);
}
