import { type CSSProperties, type ReactNode, type RefObject, useId, useState } from 'react';
import { type ChartTable, csvOf, PlainTable, saveFile, saveText, tsvOf } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { toast } from '../../../ui/toasts/index.ts';
import { HelpTip } from '../../../ui/tooltip/index.ts';
import styles from './chrome.module.css';
import { type MenuAction, WidgetMenu } from './menu.tsx';
import { ScrollLine } from './scroll-line.tsx';

/** The numbers of a widget, as they are read and bare for files. */
export interface CardTables {
  readonly read: () => ChartTable;
  readonly plain: () => ChartTable;
}

interface WidgetCardProps {
  /** The card itself, which may fill the screen. */
  readonly place?: RefObject<HTMLElement | null>;
  readonly title: string;
  /** What its title stands beside: the icon of its metric, where it is about one. */
  readonly icon?: ReactNode;
  readonly isTitleShown: boolean;
  readonly help: string | null;
  readonly dropdowns?: ReactNode;
  readonly badge?: ReactNode;
  /** The second line: legend and readout. */
  readonly line?: ReactNode;
  /** px of what is drawn. */
  readonly height: number;
  /** What in narrow cards is as high as its content; everything else keeps its height. */
  readonly flows?: 'mapView' | 'heatmap' | undefined;
  /** Cards of their own inside (figures) stand on the page itself. */
  readonly isBare?: boolean;
  readonly isMenuHidden?: boolean;
  /** Its numbers are there only as long as what draws them. */
  readonly isOwn?: boolean;
  /** Null while there is nothing to take away. */
  readonly tables: CardTables | null;
  /** Opens what its numbers are made of; null where nothing explains them. */
  readonly explain?: (() => void) | null;
  /** Leads to an export of its numbers as a file of their own; null where there is none. */
  readonly exportData?: (() => void) | null;
  readonly children: ReactNode;
}

/** What stands around every widget: name, help, choices, and a menu of what can be done with its numbers. */
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
          // Who fetches its numbers itself goes on doing so behind its table, which is made of them.
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
            act: () => void savePicture(card(), title).catch(() => toast('error', t('widgets.noPicture'))),
          },
          { label: t('widgets.csv'), icon: 'download', act: () => saveText(`${title}.csv`, csvOf(tables.plain())) },
          {
            label: t('widgets.copy'),
            icon: 'copy',
            act: () =>
              void navigator.clipboard.writeText(tsvOf(tables.plain())).then(
                () => toast('success', t('widgets.copied')),
                () => toast('error', t('widgets.notCopied')),
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

/** What draws it is fetched with the first picture. */
async function savePicture(card: HTMLElement | null, title: string): Promise<void> {
  const { pictureOf } = await import('../../../charts/picture/index.ts');
  // What draws the numbers may still be on its way: nobody wants a picture of its skeleton.
  while (card?.isConnected && card.querySelector('[role="status"]')) await new Promise(requestAnimationFrame);
  if (card !== null) saveFile(`${title}.png`, await pictureOf(card));
}
