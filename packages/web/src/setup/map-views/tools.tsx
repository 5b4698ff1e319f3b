import { useText } from '../../i18n/index.ts';
import { Drawing as Picture } from '../../ui/icons/index.ts';
import styles from './panels.module.css';
import type { Drawing, Tool } from './use-drawing.ts';

/** Tools with their keys and icons on a 16 × 16 grid. */
export const tools: Readonly<Record<Tool, readonly [key: string, path: string]>> = {
  choose: ['v', 'M3 2.2v10.4l3-2.6 1.9 4 1.9-.9-1.9-3.9 4-.4Z'],
  hand: [
    'h',
    'M4.6 8.6V4.4a1 1 0 0 1 2 0V7V3a1 1 0 0 1 2 0v4V3.6a1 1 0 0 1 2 0V8V5.6a1 1 0 0 1 2 0v4.2c0 2.4-1.6 4-3.8 4-2 0-3-.9-3.8-2.4L2.8 8.6a1 1 0 0 1 1.8-.6',
  ],
  box: ['b', 'M2.6 3.4h10.8v9.2H2.6Z'],
  polygon: ['p', 'M8 2.4 14 7l-2.3 6.6H4.3L2 7Z'],
  door: ['d', 'M2 8h3.2M10.8 8H14M5.2 8l4.4-3.4'],
  sensor: [
    's',
    'M8 7a1 1 0 1 0 0 2 1 1 0 0 0 0-2ZM5 5a4.2 4.2 0 0 0 0 6M11 5a4.2 4.2 0 0 1 0 6M3 3a7 7 0 0 0 0 10M13 3a7 7 0 0 1 0 10',
  ],
  scale: ['m', 'M10.6 2.2 13.8 5.4 5.4 13.8 2.2 10.6ZM8.6 4.2l1.4 1.4M6.6 6.2l1.4 1.4M4.6 8.2l1.4 1.4'],
};

const groups: readonly (readonly Tool[])[] = [['choose', 'hand'], ['box', 'polygon', 'door', 'sensor'], ['scale']];
const magnet = 'M3 2.6h3v5.2a2 2 0 0 0 4 0V2.6h3v5.2a5 5 0 0 1-10 0ZM3 5.2h3M10 5.2h3';
const sheets = 'M8 2.2 14 5.4 8 8.6 2 5.4ZM2 8.2l6 3.2 6-3.2M2 11l6 3.2 6-3.2';
const frame = 'M2.3 3.3h11.4v9.4H2.3ZM2.6 11.4l3.3-3.6 2.6 2.7 2-1.9 3 2.8M10.6 6v.1';

/** Key that adds a background picture. */
export const pictureKey = 'i';

interface ToolsProps {
  readonly drawing: Drawing;
  readonly onPicture: () => void;
  /** On phones only sensors can be placed. */
  readonly isNarrow: boolean;
}

export function Tools({ drawing, onPicture, isNarrow }: ToolsProps) {
  const { t } = useText();
  const { tool, take, snaps, setSnaps, showsPicture, setShowsPicture } = drawing;
  const shown = isNarrow ? ([['choose', 'sensor']] as const) : groups;
  return (
    <div className={styles.rail} role="toolbar" aria-label={t('plan.tools')} aria-orientation="vertical">
      {shown.map((group) => (
        <div key={group[0]} className={styles.group}>
          {group.map((name) => (
            <ToolButton
              key={name}
              name={t(`plan.tool.${name}`)}
              shortcut={tools[name][0]}
              path={tools[name][1]}
              isOn={tool === name}
              onClick={() => take(name)}
            />
          ))}
          {group[0] === 'scale' && (
            <ToolButton name={t('plan.picture.choose')} shortcut={pictureKey} path={frame} onClick={onPicture} />
          )}
        </div>
      ))}
      {!isNarrow && (
        <div className={styles.group}>
          <ToolButton name={t('plan.snaps')} shortcut="n" path={magnet} isOn={snaps} onClick={() => setSnaps(!snaps)} />
          <ToolButton
            name={t('plan.picture.shown')}
            shortcut="l"
            path={sheets}
            isOn={showsPicture}
            onClick={() => setShowsPicture(!showsPicture)}
          />
        </div>
      )}
    </div>
  );
}

interface ToolButtonProps {
  readonly name: string;
  readonly shortcut: string;
  readonly path: string;
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

function ToolButton({ name, shortcut, path, isOn, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      aria-pressed={isOn}
      aria-keyshortcuts={shortcut.toUpperCase()}
      title={`${name} (${shortcut.toUpperCase()})`}
      onClick={onClick}
    >
      <Picture name={shortcut} path={path} size={18} />
    </button>
  );
}
