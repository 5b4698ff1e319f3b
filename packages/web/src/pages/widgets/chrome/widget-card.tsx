import { type CSSProperties, type ReactNode, type RefObject, useId, useState } from 'react';
import {
  type ChartTable,
  downloadFile,
  downloadText,
  formatCsv,
  formatTsv,
  PlainTable,
} from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { Icon, type IconName } from '../../../ui/icons/index.ts';
import { Menu, menuItem } from '../../../ui/overlays/menu.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { HelpTip } from '../../../ui/overlays/tooltip.tsx';
import styles from './chrome.module.css';
import { ScrollLine } from './scroll-line.tsx';

/** A widget's numbers: formatted for reading, and plain for files. */
export interface CardTables {
  readonly read: () => ChartTable;
  readonly plain: () => ChartTable;
}

interface WidgetCardProps {
  /** Ref of the card, which may be fullscreen. */
  readonly place?: RefObject<HTMLElement | null>;
  readonly title: string;
  /** Icon before the title, if the widget is about one metric. */
  readonly icon?: ReactNode;
  readonly isTitleShown: boolean;
  readonly help: string | null;
  readonly dropdowns?: ReactNode;
  readonly badge?: ReactNode;
  /** Second line: legend and readout. */
  readonly line?: ReactNode;
  /** Drawing height in px. */
  readonly height: number;
  /** Content whose height adapts in narrow cards. Anything else has a fixed height. */
  readonly flows?: 'mapView' | 'heatmap' | undefined;
  /** Whether the content consists of cards itself, without a card around it. */
  readonly isBare?: boolean;
  readonly isMenuHidden?: boolean;
  /** Whether the view loads its own numbers, so that they exist only while it is mounted. */
  readonly isOwn?: boolean;
  /** Null while there is nothing to export. */
  readonly tables: CardTables | null;
  /** Opens the explanation; null if there is none. */
  readonly explain?: (() => void) | null;
  /** Opens the export of its numbers; null if there is none. */
  readonly exportData?: (() => void) | null;
  readonly children: ReactNode;
}

/** Frames a widget: title, help, choices, and a menu of actions on its numbers. */
export function WidgetCard(props: WidgetCardProps) {
  const { place, title, tables, height, isBare = false } = props;
  const { t } = useText();
  const [asTable, setAsTable] = useState(false);
  const titleId = useId();
  const actions = useActions(props, () => place?.current ?? null, [asTable, setAsTable]);
  const showsTable = asTable && tables !== null;
  const hasMenu = actions.length > 0 && props.isMenuHidden !== true;
  return (
    <section ref={place} className={isBare && !showsTable ? styles.bare : styles.card} aria-labelledby={titleId}>
      <header className={props.isTitleShown || hasMenu ? styles.head : 'visually-hidden'}>
        {props.isTitleShown && props.icon}
        <h2 id={titleId} className={props.isTitleShown ? styles.title : 'visually-hidden'}>
          {title}
        </h2>
        {props.help !== null && <HelpTip text={props.help} label={t('widgets.help', { about: title })} />}
        <span className={styles.space} />
        {props.badge}
        {props.dropdowns}
        {hasMenu && <WidgetMenu label={t('widgets.menu', { title })} actions={actions} />}
      </header>
      {!isBare && <ScrollLine className={styles.line}>{props.line}</ScrollLine>}
      <div className={styles.body} data-flows={props.flows} style={{ '--body': `${height}px` } as CSSProperties}>
        {showsTable && <PlainTable table={tables.read()} titleId={titleId} />}
        {props.isOwn ? (
          // A view that loads its own numbers stays mounted behind the table made of them.
          <div className={styles.view} hidden={showsTable}>
            {props.children}
          </div>
        ) : (
          !showsTable && props.children
        )}
      </div>
    </section>
  );
}

function useActions(
  { title, tables, explain = null, exportData = null }: WidgetCardProps,
  card: () => HTMLElement | null,
  [asTable, setAsTable]: readonly [boolean, (asTable: boolean) => void],
): readonly MenuAction[] {
  const { t } = useText();
  const taking: readonly MenuAction[] =
    tables === null
      ? []
      : [
          {
            label: t('widgets.png'),
            icon: 'image',
            act: () => void savePicture(card(), title).catch(() => showToast('error', t('widgets.noPicture'))),
          },
          {
            label: t('widgets.csv'),
            icon: 'download',
            act: () => downloadText(`${title}.csv`, formatCsv(tables.plain())),
          },
          {
            label: t('widgets.copy'),
            icon: 'copy',
            act: () =>
              void navigator.clipboard.writeText(formatTsv(tables.plain())).then(
                () => showToast('success', t('widgets.copied')),
                () => showToast('error', t('widgets.notCopied')),
              ),
          },
          {
            label: t(asTable ? 'charts.asChart' : 'charts.asTable'),
            icon: 'table',
            act: () => setAsTable(!asTable),
          },
        ];
  const whole: readonly MenuAction[] = document.fullscreenEnabled
    ? [{ label: t('widgets.fullscreen'), icon: 'expand', act: () => void card()?.requestFullscreen() }]
    : [];
  const reasons: readonly MenuAction[] =
    explain === null ? [] : [{ label: t('charts.explain'), icon: 'help', act: explain }];
  const exporting: readonly MenuAction[] =
    exportData === null ? [] : [{ label: t('widgets.exportData'), icon: 'upload', act: exportData }];
  return [...reasons, ...taking, ...exporting, ...whole];
}

/** The code that draws pictures loads on first use. */
async function savePicture(card: HTMLElement | null, title: string): Promise<void> {
  const { renderPng: pictureOf } = await import('../../../charts/render-png.ts');
  // Waits until the view is loaded, so that the picture does not show its skeleton.
  while (card?.isConnected && card.querySelector('[role="status"]')) await new Promise(requestAnimationFrame);
  if (card !== null) downloadFile(`${title}.png`, await pictureOf(card));
}

interface MenuAction {
  readonly label: string;
  readonly icon: IconName;
  readonly act: () => void;
}

/** The widget's actions behind a three-dot button. */
function WidgetMenu({ label, actions }: { readonly label: string; readonly actions: readonly MenuAction[] }) {
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
