import { useText } from '../../i18n/index.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useVisiblePlaces } from '../sections.ts';
import styles from './shortcut-list.module.css';
import { type Shortcut, shortcuts } from './shortcuts.ts';

/** Dialog of `?`: every shortcut that works for this viewer. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const goals = useVisiblePlaces(shortcuts.flatMap(({ does }) => ('goesTo' in does ? [does.goesTo] : [])));
  const shown = shortcuts.filter(
    ({ does }) => !('goesTo' in does) || goals.some(({ path }) => path === does.goesTo.path),
  );
  return (
    <Dialog title={t('shortcuts.title')} text={t('shortcuts.text')} onClose={onClose}>
      <dl className={styles.list}>
        {shown.map((shortcut) => (
          <div key={shortcut.keys.join(' ')} className={styles.row}>
            <dt>{'goesTo' in shortcut.does ? t('shortcuts.goTo', { page: t(shortcut.label) }) : t(shortcut.label)}</dt>
            <dd className={styles.keys}>
              <Keys shortcut={shortcut} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

function Keys({ shortcut: { keys } }: { shortcut: Shortcut }) {
  const caps = keys.flatMap((key) => key.replace('Mod', mod).split('+'));
  return caps.map((cap) => (
    <kbd key={cap} className={styles.key}>
      {cap.length === 1 ? cap.toUpperCase() : cap}
    </kbd>
  ));
}
