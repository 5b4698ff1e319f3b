import type { Stored } from '@atrium/domain/pages/widgets';
import { useMemo } from 'react';
import { useText } from '../../../i18n/index.ts';
import { BoardWidget } from '../../widgets/board-widget.tsx';
import { type BoardProps, getItemHeight, useBoard } from '../../widgets/use-board.ts';
import { getWidgetTitle } from '../canvas/widget-names.ts';
import styles from './gallery.module.css';

interface LivePreviewProps extends Omit<BoardProps, 'definitions'> {
  readonly stored: Stored;
  /** Distance in px from the top of the window. */
  readonly at: number;
}

/** Previews a type on this page, next to its tile. */
export function LivePreview({ stored, at, ...of }: LivePreviewProps) {
  const { t } = useText();
  const { type } = stored;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another rendering makes the same widget of the same type
  const definitions = useMemo(() => [stored], [type]);
  const board = useBoard({ ...of, definitions });
  const [item] = board.items;
  if (item === undefined) return null;
  return (
    <div className={styles.preview} style={{ insetBlockStart: `min(${Math.round(at)}px, 50dvh)` }}>
      <p className={styles.with}>{t('drafts.with', { type: getWidgetTitle(stored, t) })}</p>
      <div inert>
        <BoardWidget item={item} board={board} height={getItemHeight(item)} act={null} />
      </div>
    </div>
  );
}
