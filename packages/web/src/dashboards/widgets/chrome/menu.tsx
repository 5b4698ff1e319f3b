import { Icon, type IconName } from '../../../ui/icons/index.ts';
import { Menu, menuItem } from '../../../ui/menu/index.ts';
import styles from './chrome.module.css';

export interface MenuAction {
  readonly label: string;
  readonly icon: IconName;
  readonly act: () => void;
}

/** The widget's actions behind a three-dot button. */
export function WidgetMenu({ label, actions }: { readonly label: string; readonly actions: readonly MenuAction[] }) {
  return (
    <Menu label={label} className={styles.menuRoot} buttonClass={styles.tool}>
      {(close) =>
        actions.map(({ label: word, icon, act }) => (
          <button
            key={word}
            type="button"
            {...menuItem}
            onClick={() => {
              close();
              act();
            }}
          >
            <Icon name={icon} />
            {word}
          </button>
        ))
      }
    </Menu>
  );
}
