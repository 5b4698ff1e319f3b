import { findMetric } from '@atrium/domain/numbers';
import { type WidgetType, widgetTypes } from '@atrium/domain/pages/definitions';
import { getWidgetSpec, type PageFilters, type Stored, shelves } from '@atrium/domain/pages/widgets';
import { createWidget } from '@atrium/domain/pages/widgets/options';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../../i18n/index.ts';
import { IconButton } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import type { Site } from '../../site-page/site.ts';
import { BoardWidget } from '../../widgets/board-widget.tsx';
import { type BoardProps, getItemHeight, useBoard } from '../../widgets/use-board.ts';
import type { MetricColors } from '../../words/colors.ts';
import { formatWidgetType, getWidgetTitle } from '../canvas/widget-names.ts';
import { TypeDrawing } from './drawing.tsx';
import styles from './gallery.module.css';

interface GalleryProps {
  readonly find: RefObject<HTMLInputElement | null>;
  readonly sites: readonly Site[];
  readonly filters: PageFilters;
  readonly now: number;
  readonly colors: MetricColors;
  /** Name of the widget that a new one follows; null appends at the end. */
  readonly after: string | null;
  readonly add: (stored: Stored) => void;
  /** Null if the gallery stays next to the page. */
  readonly close: (() => void) | null;
}

/** Lists every widget type by group. A press adds one; hover or focus previews it with live numbers. */
export function Gallery({ find, sites, after, add, close, ...of }: GalleryProps) {
  const { t, locale } = useText();
  const [sought, setSought] = useState('');
  const resting = useHoverIntent<WidgetType>();
  const wanted = sought.trim().toLocaleLowerCase(locale);
  const named = widgetTypes.map((type) => ({ type, name: formatWidgetType(type, t) }));
  const found = named.filter(({ name }) => name.toLocaleLowerCase(locale).includes(wanted));
  const take = (type: WidgetType) => {
    resting.leave();
    add(createGalleryWidget(type, formatWidgetType(type, t), sites));
  };
  return (
    <aside className={styles.gallery} aria-label={t('drafts.gallery')}>
      <div className={styles.find}>
        <Icon name="search" />
        <input
          ref={find}
          type="search"
          aria-label={t('drafts.find')}
          placeholder={t('drafts.find')}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === 'Enter' && wanted !== '' && first !== undefined) take(first.type);
          }}
        />
        {close === null ? (
          <span className={styles.key} aria-hidden="true">
            A
          </span>
        ) : (
          <IconButton icon="close" label={t('drafts.gallery.close')} onClick={close} />
        )}
      </div>
      {found.length === 0 && <p className={styles.note}>{t('drafts.noType')}</p>}
      {shelves.map((shelf) => {
        const here = found.filter(({ type }) => getWidgetSpec(type).shelf === shelf);
        return here.length === 0 ? null : (
          <section key={shelf}>
            <h2 className={styles.shelf}>{t(`drafts.shelf.${shelf}`)}</h2>
            <div className={styles.tiles}>
              {here.map(({ type, name }) => (
                <button
                  key={type}
                  type="button"
                  className={styles.tile}
                  onClick={() => take(type)}
                  onPointerEnter={(event) => event.pointerType === 'mouse' && resting.come(type, event.currentTarget)}
                  onPointerLeave={resting.leave}
                  onFocus={(event) => resting.come(type, event.currentTarget)}
                  onBlur={resting.leave}
                  onKeyDown={(event) => event.key === 'Escape' && resting.leave()}
                >
                  <TypeDrawing type={type} />
                  {name}
                </button>
              ))}
            </div>
          </section>
        );
      })}
      <p className={styles.note}>{after === null ? t('drafts.rest') : t('drafts.insert', { title: after })}</p>
      {resting.on !== null && (
        <LivePreview
          {...of}
          sites={sites}
          stored={createGalleryWidget(resting.on.what, formatWidgetType(resting.on.what, t), sites)}
          at={resting.on.top}
        />
      )}
    </aside>
  );
}

/** Hover or focus time in ms before the preview opens. */
const hoverDelay = 400;

/** Returns the element hovered or focused for a while, and its distance from the top of the window. */
function useHoverIntent<What>() {
  const [on, setOn] = useState<{ readonly what: What; readonly top: number } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const stop = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  useEffect(() => stop, [stop]);
  return {
    on,
    come(what: What, where: Element) {
      stop();
      timer.current = setTimeout(() => setOn({ what, top: where.getBoundingClientRect().top }), hoverDelay);
    },
    leave() {
      stop();
      setOn(null);
    },
  };
}

/** Common metrics come first, if the sites measure them. */
const defaultMetrics = [
  'affluenceIn',
  'inside',
  'affluenceOut',
  'occupancy',
  'co2',
  'temperature',
  'electricityConsumption',
];

/** Returns the metrics for new widgets: those the sites measure, common ones first. */
function listDefaultMetrics(sites: readonly Site[]): readonly string[] {
  const measured = new Set(sites.flatMap(({ events }) => events.flatMap(({ metrics }) => metrics)));
  const known = [...measured].filter((metric) => findMetric(metric) !== null);
  const first = defaultMetrics.filter((metric) => known.includes(metric));
  const all = [...first, ...known.filter((metric) => !first.includes(metric))];
  return all.length === 0 ? defaultMetrics.slice(0, 1) : all;
}

/** Builds a new widget from the gallery, titled by its type. */
const createGalleryWidget = (type: WidgetType, title: string, sites: readonly Site[]): Stored =>
  createWidget(type, { title, metrics: listDefaultMetrics(sites) });

interface LivePreviewProps extends Omit<BoardProps, 'definitions'> {
  readonly stored: Stored;
  /** Distance in px from the top of the window. */
  readonly at: number;
}

/** Previews a type on this page, next to its tile. */
function LivePreview({ stored, at, ...of }: LivePreviewProps) {
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
