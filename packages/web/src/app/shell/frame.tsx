import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { useMedia } from '../../ui/page/index.ts';
import { Toasts } from '../../ui/toasts/index.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Drawer } from './drawer.tsx';
import styles from './frame.module.css';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar/sidebar.tsx';

/** Too narrow for a sidebar beside the page; it opens over the page instead. */
const narrowWindow = '(width < 860px)';

/** Header, sidebar and the page. */
export function Frame() {
  const { say } = useText();
  const narrow = useMedia(narrowWindow);
  const phone = useMedia('(width < 500px)');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!narrow) setOpen(false);
  }, [narrow]);
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#page">
        {say('shell.skip')}
      </a>
      <Header onMenu={narrow ? () => setOpen(true) : null} />
      {narrow ? (
        <Drawer open={open} onClose={() => setOpen(false)}>
          <Sidebar onNavigate={() => setOpen(false)} />
        </Drawer>
      ) : (
        <div className={styles.side}>
          <Sidebar />
        </div>
      )}
      <main id="page" className={styles.page} tabIndex={-1}>
        <Breadcrumbs />
        <Outlet />
      </main>
      {phone && <BottomBar onMore={() => setOpen(true)} />}
      <Toasts />
    </div>
  );
}
