import { useId } from 'react';
import { useText } from '../../../i18n/index.ts';
import { PageIcon } from '../../../ui/icons/page-icon.tsx';
import { isPageIcon, pageIconNames } from '../../../ui/icons/page-shapes.ts';
import styles from './page.module.css';

interface IconChoiceProps {
  readonly label: string;
  readonly chosen: string | null;
  readonly choose: (icon: string | null) => void;
}

/** Radio group for a page's icon. The plain one means none. Arrow keys move between icons. */
export function IconChoice({ label, chosen, choose }: IconChoiceProps) {
  const { t } = useText();
  const id = useId();
  const current = isPageIcon(chosen) ? chosen : null;
  return (
    <fieldset className={styles.icons}>
      <legend>{label}</legend>
      {[null, ...pageIconNames].map((name) => (
        <label key={name} className={styles.icon} title={t(`drafts.icon.${name ?? 'none'}`)}>
          <input
            type="radio"
            name={id}
            className="visually-hidden"
            aria-label={t(`drafts.icon.${name ?? 'none'}`)}
            checked={name === current}
            onChange={() => choose(name)}
          />
          <PageIcon name={name} />
        </label>
      ))}
    </fieldset>
  );
}
