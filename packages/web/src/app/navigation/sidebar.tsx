import { useQuery } from '@apollo/client/react';
import { Link, useRouterState } from '@tanstack/react-router';
import { useText } from '../../i18n/index.ts';
import { session } from '../../people/access/index.ts';
import { countDoneSteps, findCurrentStep, stepNames, useFirstSteps } from '../../setup/first-steps/steps.ts';
import { Icon } from '../../ui/icons/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { isCurrent, type Place, places } from '../places.ts';
import { findSection, type Section, sections, useVisiblePlaces } from '../sections.ts';
import { SidebarSitesDocument } from './operations.generated.ts';
import styles from './sidebar.module.css';

/** Users without devices do not load it. */
const PendingDeviceCount = lazyComponent(() =>
  import('../../setup/devices/waiting-device.tsx').then((part) => part.PendingDeviceCount),
);

export interface SidebarProps {
  /** Called when a link is followed. */
  readonly onNavigate?: () => void;
  /** Restarts the tutorial. */
  readonly onTutorial: () => void;
}

/** Fetched at once, in parallel with the page. */
const SidebarSites = lazyComponent(() => import('./sidebar-sites.tsx').then((part) => part.SidebarSites));
SidebarSites.fetch().catch(() => {});
export const BookmarkList = lazyComponent(() =>
  import('../../pages/bookmarks/bookmark-list.tsx').then((part) => part.BookmarkList),
);
/** Height of a heading and six sites. */
const sitesFallback = <div style={{ blockSize: 220 }} />;

/** Not needed for the first screen. */
const CustomLinks = lazyComponent(() => import('./custom-links.tsx').then((part) => part.CustomLinks));

/** Pages of the current section. For dashboards also sites, custom pages and bookmarks. Help and sign-out below. */
export function Sidebar({ onNavigate, onTutorial }: SidebarProps) {
  const { t } = useText();
  const section = useRouterState({ select: (state) => findSection(state.location.pathname) });
  return (
    <nav className={styles.sidebar} aria-label={t('shell.navigation')}>
      <div className={styles.sections} data-tour="sidebar">
        <FirstStepsLink onNavigate={onNavigate} />
        <FixedLinks section={section} onNavigate={onNavigate} />
        {section === 'settings' && <FixedLinks section="setUp" onNavigate={onNavigate} />}
        {section === 'dashboards' && (
          <SidebarSites onNavigate={onNavigate} waiting={sitesFallback}>
            <CustomLinks onNavigate={onNavigate}>
              <div data-tour="bookmarks">
                <BookmarkList onNavigate={onNavigate} />
              </div>
            </CustomLinks>
          </SidebarSites>
        )}
      </div>
      <Foot onNavigate={onNavigate} onTutorial={onTutorial} />
    </nav>
  );
}

function FixedLinks({ section, onNavigate }: { section: Section | 'setUp'; onNavigate: (() => void) | undefined }) {
  const { t } = useText();
  const { title, links } = sections[section];
  const hasSites = useHasSites();
  const shown = useVisiblePlaces(links).filter((place) => place.path !== places.sites.path || hasSites);
  if (shown.length === 0) return null;
  return (
    <>
      <h2 className={styles.head}>{t(title)}</h2>
      <ul className={styles.list}>
        {shown.map((place) => (
          <li key={place.label}>
            <PlaceLink place={place} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Foot({ onNavigate, onTutorial }: { onNavigate: (() => void) | undefined; onTutorial: () => void }) {
  const { t } = useText();
  const settings = useVisiblePlaces([places.settings]);
  return (
    <div className={styles.foot}>
      {settings.map((place) => (
        <PlaceLink key={place.label} place={place} onNavigate={onNavigate} />
      ))}
      <button
        type="button"
        className={styles.row}
        onClick={() => {
          onNavigate?.();
          onTutorial();
        }}
      >
        <Icon name="compass" />
        <span className={styles.text}>{t('shell.tutorial')}</span>
      </button>
      <button type="button" className={styles.row} onClick={() => void session.leave()}>
        <Icon name="logout" />
        <span className={styles.text}>{t('app.logout')}</span>
      </button>
    </div>
  );
}

function PlaceLink({ place, onNavigate }: { place: Place; onNavigate: (() => void) | undefined }) {
  const { t } = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <Link
      to={place.path}
      className={styles.row}
      data-current={isCurrent(place, path)}
      aria-current={isCurrent(place, path) ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon name={place.icon} />
      <span className={styles.text}>{t(place.label)}</span>
      {place === places.devices && <PendingDeviceCount />}
    </Link>
  );
}

/** Returns whether the viewer sees any site. True until known, so that the common case does not flicker. */
function useHasSites(): boolean {
  const { data } = useQuery(SidebarSitesDocument, { fetchPolicy: 'cache-first' });
  return data === undefined || data.allInstallations.length > 0;
}

/** Link to the first steps, until they are done or dismissed. */
function FirstStepsLink({ onNavigate }: { onNavigate: (() => void) | undefined }) {
  const { t } = useText();
  const facts = useFirstSteps();
  const isHere = useRouterState({ select: ({ location }) => isCurrent(places.firstSteps, location.pathname) });
  if (facts === null || facts.isHidden || findCurrentStep(facts) === null) return null;
  return (
    <Link
      to={places.firstSteps.path}
      className={`${styles.row} ${styles.first}`}
      data-current={isHere}
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Icon name={places.firstSteps.icon} />
      <span className={styles.text}>{t(places.firstSteps.label)}</span>
      <span className={styles.figure}>
        {t('shell.firstSteps.count', { done: countDoneSteps(facts), all: stepNames.length })}
      </span>
    </Link>
  );
}
