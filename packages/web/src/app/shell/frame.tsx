import { type Area, findMissing } from '@atrium/domain/people/access';
import { Link, Navigate, Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { loadMessages, useText } from '../../i18n/index.ts';
import { InsideProvider } from '../../numbers/live/index.ts';
import { ViewAsBar } from '../../people/access/index.ts';
import { findRedirect, mayDo, useViewer, type Viewer } from '../../people/organization/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { useCurrentPageName } from '../../ui/page/page-header.tsx';
import { useMedia } from '../../ui/page/use-media.ts';
import type { Crumb } from '../crumbs.ts';
import { MigrationBanner } from '../migration/migration-gate.tsx';
import { Header } from '../navigation/header.tsx';
import { BookmarkList, Sidebar } from '../navigation/sidebar.tsx';
import breadcrumbsStyles from './breadcrumbs.module.css';
import drawerStyles from './drawer.module.css';
import styles from './frame.module.css';
import { setOverlay, useOverlay } from './overlay.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Tablets, by device width, independent of the window and its zoom. */
const tabletScreen = '(device-width >= 500px) and (device-width < 1024px)';
/** Layout width on tablets, CSS px. The browser scales it to the screen; pinch zoom still works. */
const tabletViewport = 'width=1200';

/** C05: a tablet shows the desktop layout, scaled. Rotating it scales again. */
function useScaledLayout(): void {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name=viewport]');
    if (meta === null) return;
    const own = meta.content;
    const device = window.matchMedia(tabletScreen);
    const apply = () => {
      meta.content = device.matches ? tabletViewport : own;
    };
    apply();
    device.addEventListener('change', apply);
    return () => {
      device.removeEventListener('change', apply);
      meta.content = own;
    };
  }, []);
}

/** A4 width between the margins set in `base.css`, px. */
const sheetWidth = 718;

/**
 * Prints the page in its screen layout, scaled to the sheet, because charts are drawn for their screen width. The print
 * style sheet reads both values.
 */
export function usePrintLayout(): void {
  useEffect(() => {
    const root = document.documentElement;
    const before = () => {
      const width = document.getElementById('page')?.clientWidth ?? sheetWidth;
      root.style.setProperty('--print-width', `${width}px`);
      root.style.setProperty('--print-zoom', String(Math.min(1, sheetWidth / width)));
    };
    window.addEventListener('beforeprint', before);
    return () => window.removeEventListener('beforeprint', before);
  }, []);
}

/** Whether this page is in a frame. Only our own pages and the configured builder can frame it. */
const isFramed = window.self !== window.top;

/** Too narrow for a sidebar beside the page; it opens over the page instead. */
const narrowWindow = '(width < 860px)';

/** Live values load after the page content. */
const InsideOfListsFeed = lazyComponent(() =>
  import('../../numbers/live/inside-of-lists-feed.tsx').then((part) => part.InsideOfListsFeed),
);
/** Nothing can be unsaved right after load, so it loads after the page content. */
const ExitGuard = lazyComponent(() => import('../../ui/leaving/exit-guard.tsx').then((part) => part.ExitGuard));
/** Phones only. */
const BottomBar = lazyComponent(() => import('./bottom-bar.tsx').then((part) => part.BottomBar));
const Palette = lazyComponent(() => import('../palette.tsx').then((part) => part.Palette));
const ShortcutList = lazyComponent(() => import('./shortcut-list.tsx').then((part) => part.ShortcutList));
const Tutorial = lazyComponent(async () => {
  const [{ Tutorial: screen }] = await Promise.all([import('../tutorial.tsx'), loadMessages('help')]);
  return screen;
});

/** Excluded from production builds. */
const DebugButton = import.meta.env.DEV
  ? lazyComponent(() => import('./debug-button.tsx').then((part) => part.DebugButton))
  : null;

/** Header, sidebar and page. Only the page if one of our own pages frames it. */
export function Frame() {
  const { organization } = useViewer();
  return (
    <InsideProvider>
      <InsideOfListsFeed organizationId={organization.id} />
      {isFramed ? (
        <main id="page" className={styles.page} tabIndex={-1}>
          <GuardedOutlet />
        </main>
      ) : (
        <FullFrame />
      )}
    </InsideProvider>
  );
}

function FullFrame() {
  const { t } = useText();
  const isWide = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.isWide === true) });
  const viewer = useViewer();
  const overlay = useOverlay();
  const close = () => setOverlay(null);
  useShortcuts(overlay === null, setOverlay);
  useFocusOnNewPage();
  useScaledLayout();
  usePrintLayout();
  return (
    <div className={styles.frame} data-wide={isWide || undefined}>
      <a className={styles.skip} href="#page">
        {t('shell.skip')}
      </a>
      <Sides isWide={isWide} />
      <main id="page" className={styles.page} tabIndex={-1}>
        <MigrationBanner />
        <Breadcrumbs />
        <GuardedOutlet />
      </main>
      <ExitGuard />
      <ViewAsBar name={viewer.fullName ?? viewer.email} />
      {DebugButton !== null && <DebugButton />}
      {overlay === 'palette' && <Palette onClose={close} onOverlay={setOverlay} />}
      {overlay === 'shortcuts' && <ShortcutList onClose={close} />}
      {overlay === 'tutorial' && <Tutorial onClose={close} />}
    </div>
  );
}

/** Sidebar and header around the page. The sidebar becomes a drawer where there is no room. */
function Sides({ isWide }: { isWide: boolean }) {
  const narrow = useMedia(narrowWindow) || isWide;
  const phone = useMedia('(width < 500px)');
  const [drawer, setDrawer] = useState<'pages' | 'bookmarks' | null>(null);
  const shut = () => setDrawer(null);
  const startTutorial = () => setOverlay('tutorial');
  useEffect(() => {
    if (!narrow) setDrawer(null);
  }, [narrow]);
  return (
    <>
      <Header onMenu={narrow ? () => setDrawer('pages') : null} onSearch={() => setOverlay('palette')} />
      {narrow ? (
        <Drawer open={drawer !== null} onClose={shut}>
          {drawer === 'bookmarks' ? (
            <div className={styles.bookmarks}>
              <BookmarkList onNavigate={shut} />
            </div>
          ) : (
            <Sidebar onNavigate={shut} onTutorial={startTutorial} />
          )}
        </Drawer>
      ) : (
        <div className={styles.side}>
          <Sidebar onTutorial={startTutorial} />
        </div>
      )}
      {phone && <BottomBar onMore={() => setDrawer('pages')} onBookmarks={() => setDrawer('bookmarks')} />}
    </>
  );
}

/** Moves the focus to the top of a new page, for keyboards and screen readers. A change of filters keeps the focus. */
function useFocusOnNewPage() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? null });
  const before = useRef<string | null>(null);
  useEffect(() => {
    const isNew = before.current !== null && path !== null && before.current !== path;
    if (path !== null) before.current = path;
    // Keeps the focus on a sidebar link, so that keyboard users continue from there.
    const { activeElement } = document;
    if (isNew && (activeElement === null || activeElement === document.body))
      document.getElementById('page')?.focus({ preventScroll: true });
  }, [path]);
}

/**
 * Renders the page if its area is open to the viewer. Otherwise redirects, to a page that names the missing right if
 * one is missing.
 */
export function GuardedOutlet() {
  const viewer = useViewer();
  const closed = useMatches({
    select: (matches) =>
      matches.flatMap(({ staticData: { area } }) => (area === undefined || mayDo(viewer, area) ? [] : [area]))[0],
  });
  return closed === undefined ? <Outlet /> : <RedirectWithoutAccess viewer={viewer} area={closed} />;
}

/**
 * Redirects to the area's fallback page, and passes on which right is missing. A section that no site measures is
 * closed although no right is missing.
 */
function RedirectWithoutAccess({ viewer, area }: { readonly viewer: Viewer; readonly area: Area }) {
  const missing = findMissing({ ...viewer, isRestricted: false }, area);
  const isRightMissing = missing.isAdministratorOnly || missing.rights.length > 0;
  return <Navigate to={findRedirect(area)} replace {...(isRightMissing && { state: { missing } })} />;
}

/** A panel over the page at its inline start. The native dialog traps focus and handles Escape. */
function Drawer({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is for the scrim; the keyboard has Escape, which a dialog handles itself
    <dialog
      ref={dialog}
      className={drawerStyles.drawer}
      aria-label={t('shell.navigation')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {open && children}
    </dialog>
  );
}

function Breadcrumbs() {
  const { t } = useText();
  const pageName = useCurrentPageName();
  const crumbs: readonly Crumb[] = useMatches({
    select: (matches) =>
      matches
        .map(({ staticData, context }) => staticData.crumbs ?? (context as { crumbs?: readonly Crumb[] }).crumbs)
        .findLast((each) => each !== undefined) ?? [],
  });
  useDocumentTitle(crumbs, pageName);
  return (
    <nav className={breadcrumbsStyles.crumbs} aria-label={t('shell.crumbs')}>
      {untilUnknown(crumbs, pageName).map((crumb, index) => (
        <Fragment key={'label' in crumb ? crumb.label : 'page'}>
          {index > 0 && <Icon name="chevronEnd" size={12} className={breadcrumbsStyles.between} />}
          <Step crumb={crumb} pageName={pageName} last={index === crumbs.length - 1} />
        </Fragment>
      ))}
    </nav>
  );
}

/** Steps after an unknown name are left out until it is known, so that none of them moves. */
function untilUnknown(crumbs: readonly Crumb[], pageName: string | null): readonly Crumb[] {
  const unknown = pageName === null ? crumbs.findIndex((crumb) => 'pageName' in crumb) : -1;
  return unknown === -1 ? crumbs : crumbs.slice(0, unknown + 1);
}

function Step({ crumb, pageName, last }: { crumb: Crumb; pageName: string | null; last: boolean }) {
  const { t } = useText();
  const text = 'label' in crumb ? t(crumb.label) : (pageName ?? '…');
  const current = last ? ('page' as const) : undefined;
  if ('label' in crumb && crumb.to !== undefined && !last) {
    return (
      <Link to={crumb.to} className={breadcrumbsStyles.link}>
        {text}
      </Link>
    );
  }
  return (
    <span className={last ? breadcrumbsStyles.last : undefined} aria-current={current}>
      {text}
    </span>
  );
}

/** Sets the document title: the page's subject, then the kind of page. */
function useDocumentTitle(crumbs: readonly Crumb[], pageName: string | null): void {
  const { t } = useText();
  const last = crumbs.at(-1);
  const kind = last !== undefined && 'label' in last ? t(last.label) : null;
  const named = crumbs.some((crumb) => 'pageName' in crumb);
  const title = [named ? pageName : null, kind, t('app.name')].filter((part) => part !== null).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
