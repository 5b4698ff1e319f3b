import { useText } from '../../../i18n/index.ts';
import { toInitials, useViewer } from '../../../organization/index.ts';
import { lazyComponent } from '../../../ui/loading/index.ts';
import { usePopover } from '../../../ui/popover/index.ts';
import styles from './viewer-menu.module.css';

/** Rarely opened, so it loads on demand. */
const Panel = lazyComponent(() => import('./viewer-panel.tsx').then(({ ViewerPanel }) => ViewerPanel));

/** Avatar and name; opens theme, language and sign-out. */
export function ViewerMenu() {
  const { t } = useText();
  const viewer = useViewer();
  const { id, isOpen, close, root, opener } = usePopover();
  const name = viewer.fullName ?? t('shell.unnamed');
  return (
    <div {...root} className={styles.place}>
      <button type="button" className={styles.target} {...opener}>
        {viewer.picture === null ? (
          <span className={styles.avatar} aria-hidden="true">
            {toInitials(viewer)}
          </span>
        ) : (
          <img className={styles.avatar} src={viewer.picture} alt="" />
        )}
        <span className={styles.name}>{name}</span>
      </button>
      {isOpen && <Panel id={id} onClose={close} />}
    </div>
  );
}
