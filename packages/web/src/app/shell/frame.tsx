import { useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ViewAsBar } from '../../access/index.ts';
import { loadMessages, useText } from '../../i18n/index.ts';
import { InsideProvider } from '../../live/index.ts';
import { MigrationBanner } from '../../migration/index.ts';
import { useViewer } from '../../organization/index.ts';
import { lazyComponent } from '../../ui/loading/index.ts';
import { useMedia } from '../../ui/page/index.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Drawer } from './drawer.tsx';
import styles from './frame.module.css';
import { GuardedOutlet } from './guarded-outlet.tsx';
import { Header } from './header/header.tsx';
import { isFramed } from './is-framed.ts';
import { setOverlay, useOverlay } from './overlay.ts';
import { useShortcuts } from './shortcuts/index.ts';
import { BookmarkList, Sidebar } from './sidebar/sidebar.tsx';
import { usePrintLayout } from './use-print-layout.ts';
import { useScaledLayout } from './use-scaled-layout.ts';

/** Too narrow for a sidebar beside the page; it opens over the page instead. */
const narrowWindow = '(width < 860px)';

/** Live values load after the page content. */
const InsideOfListsFeed = lazyComponent(() =>
  import('../../live/lists/inside-of-lists-feed.tsx').then((part) => part.InsideOfListsFeed),
);
/** Nothing can be unsaved right after load, so it loads after the page content. */
const ExitGuard = lazyComponent(() => import('../../ui/leaving/exit-guard.tsx').then((part) => part.ExitGuard));
/** Phones only. */
const BottomBar = lazyComponent(() => import('./bottom-bar.tsx').then((part) => part.BottomBar));
const Palette = lazyComponent(() => import('../palette/palette.tsx').then((part) => part.Palette));
const ShortcutList = lazyComponent(() => import('./shortcuts/shortcut-list.tsx').then((part) => part.ShortcutList));
const Tutorial = lazyComponent(async () => {
  const [{ Tutorial: screen }] = await Promise.all([import('../tutorial/tutorial.tsx'), loadMessages('help')]);
  return screen;
});

/** Excluded from production builds. */
const DebugButton = import.meta.env.DEV
  ? lazyComponent(() => import('../debug/debug-button.tsx').then((part) => part.DebugButton))
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
