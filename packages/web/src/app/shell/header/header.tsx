import { Link, useRouterState } from '@tanstack/react-router';
import { landingPath } from '../../../access/index.ts';
import { useText } from '../../../i18n/index.ts';
import { mayDo, useViewer } from '../../../organization/index.ts';
import { IconButton } from '../../../ui/form/index.ts';
import { Icon, Logo } from '../../../ui/icons/index.ts';
// Imported from its own file: the rest of the exit guard loads once something is unsaved.
import { useExitState } from '../../../ui/leaving/exit-state.ts';
import { lazyComponent } from '../../../ui/loading/index.ts';
import { iconPlaces, isCurrent, places, useVisiblePlaces } from '../../places/index.ts';
import styles from './header.module.css';
import { MainLinks } from './main-links.tsx';
import { ViewerMenu } from './viewer-menu.tsx';

/** Loads after the page. */
const Bell = lazyComponent(() => import('./bell.ts').then(({ loadBell }) => loadBell()));

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
      {mayDo(viewer, 'alertLog') && <Bell />}
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
