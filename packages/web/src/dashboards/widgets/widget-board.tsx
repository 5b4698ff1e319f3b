import { heightOfRows, type Placed, settled } from '@atrium/domain/dashboards/layout';
import {
  type PageFilters,
  type Placeholder,
  siteOfWidget,
  specOf,
  type WidgetChoice,
  zonesOfWidget,
} from '@atrium/domain/dashboards/widgets';
import { useEffect, useMemo, useState } from 'react';
import { useAnswers } from '../../answers/index.ts';
import { useText } from '../../i18n/index.ts';
import { note } from '../../ui/note.ts';
import type { Site } from '../site/site.ts';
import type { MetricColors } from '../words/metric-colors.ts';
import { Quiet } from './chrome/quiet.tsx';
import { WidgetCard } from './chrome/widget-card.tsx';
import { LiveRefresh } from './data/live-refresh.tsx';
import { pageQuestions } from './data/page-questions.ts';
import { type BoardItem, type PlannedWidget, planBoard, readBoard } from './data/plan-board.ts';
import { packRows, rowHeights } from './pack-rows.ts';
import type { WidgetActs } from './pictures/view.ts';
import styles from './pictures/widgets.module.css';
import { fetchViews } from './views.ts';
import { WidgetHost } from './widget-host.tsx';
import { WidgetPlace } from './widget-place.tsx';

interface WidgetBoardProps {
  /** Stored JSON; whatever is in it. */
  readonly definitions: readonly unknown[];
  readonly sites: readonly Site[];
  readonly filters: PageFilters;
  readonly now: number;
  readonly act: WidgetActs | null;
  /** The organization's own, by metric. */
  readonly colors?: MetricColors;
}

const noColors: MetricColors = {};

/** The widgets of a page. All they ask goes in one request; what cannot be read is shown by its type's name. */
export function WidgetBoard({ definitions, sites, filters, now, act, colors = noColors }: WidgetBoardProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, WidgetChoice>>>({});
  const items = useMemo(() => readBoard(definitions), [definitions]);
  const topologies = useMemo(() => sites.map(({ topology }) => topology), [sites]);
  const board = useMemo(
    () => planBoard(items, { sites: topologies, filters, now, choices, colors }),
    [items, topologies, filters, now, choices, colors],
  );
  const planned = useMemo(() => board.filter((item): item is PlannedWidget => item.kind === 'widget'), [board]);
  const questions = useMemo(() => pageQuestions(planned), [planned]);
  const answers = useAnswers(questions);
  useEffect(() => {
    fetchViews(items.flatMap((item) => ('widget' in item ? item.widget.type : [])));
  }, [items]);
  const columns = packRows(board.map(columnsOf));
  const heights = rowHeights(columns, board.map(heightOf));
  const places = useMemo(() => placesOf(board), [board]);
  const heightAt = (item: BoardItem, place: number) =>
    places === null ? (fillsRoom(item) ? (heights[place] ?? 0) : heightOf(item)) : heightIn(item, places.get(item.key));
  return (
    <div className={styles.board} data-placed={places !== null || undefined}>
      <LiveRefresh planned={planned} again={answers.again} />
      {board.map((item, place) => (
        <WidgetPlace
          key={item.key}
          columns={columns[place] ?? 12}
          placed={places?.get(item.key) ?? null}
          type={item.kind === 'placeholder' ? item.placeholder.type : item.widget.type}
        >
          {item.kind === 'placeholder' ? (
            <UnknownWidget placeholder={item.placeholder} />
          ) : (
            <WidgetHost
              planned={item}
              height={heightAt(item, place)}
              outcomes={item.plan.kind === 'shown' ? item.plan.queries.map(({ query }) => answers.outcome(query)) : []}
              site={siteOf(item, sites)}
              told={toldOf(item, sites)}
              retry={answers.retry}
              onChoose={(choice) => setChoices((all) => ({ ...all, [item.key]: choice }))}
              act={act}
            />
          )}
        </WidgetPlace>
      ))}
    </div>
  );
}

function columnsOf(item: BoardItem): number {
  return item.kind === 'placeholder' ? 6 : specOf(item.widget.type).size(item.widget, item.context).columns;
}

/** px of what is drawn; a placeholder is as low as it can be. */
function heightOf(item: BoardItem): number {
  return item.kind === 'placeholder' ? 120 : specOf(item.widget.type).size(item.widget, item.context).height;
}

/**
 * Where each stands on a page somebody laid out, and where what the filters hide leaves no gap; null on one whose
 * widgets are filled in their order.
 */
function placesOf(board: readonly BoardItem[]): ReadonlyMap<string, Placed> | null {
  const wanted = board.flatMap(({ place }, id) => (place === null ? [] : [{ ...place, id }]));
  if (wanted.length < board.length || board.length === 0) return null;
  return new Map(settled(wanted).map((placed) => [board[placed.id]?.key ?? '', placed]));
}

/** px of what is drawn in a card that has its place. */
function heightIn(item: BoardItem, placed: Placed | undefined): number {
  const isBare = item.kind === 'widget' && specOf(item.widget.type).outline === 'cards';
  return placed === undefined ? heightOf(item) : heightOfRows(placed.rows, isBare);
}

/** Whether its picture fills what room there is: cards beside a higher one end where it ends. */
function fillsRoom(item: BoardItem): boolean {
  if (item.kind === 'placeholder') return false;
  const { source, isFigures } = specOf(item.widget.type);
  return source === 'numbers' && !isFigures;
}

function siteOf({ widget, context }: PlannedWidget, sites: readonly Site[]): Site | null {
  const topology = siteOfWidget(widget, context);
  return sites.find((site) => site.topology === topology) ?? null;
}

function toldOf({ widget, context }: PlannedWidget, sites: readonly Site[]): readonly string[] {
  const zones = new Set<number>(zonesOfWidget(widget, context));
  const own = sites.filter(({ topology }) => topology.zones.some(({ id }) => zones.has(id)));
  return (own.length > 0 ? own : sites).flatMap(({ told }) => told);
}

/** G01: of an unknown type, its name stands in its place. */
function UnknownWidget({ placeholder }: { readonly placeholder: Placeholder }) {
  const { t } = useText();
  const { type, why, problems } = placeholder;
  useEffect(() => {
    const detail = problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    note(why === 'unknownType' ? `Widget type "${type}" is not implemented.` : `Widget "${type}": ${why}. ${detail}`);
  }, [type, why, problems]);
  return (
    <WidgetCard title={placeholder.type} isTitleShown help={null} height={120} tables={null}>
      <Quiet icon="help" title={placeholder.type} detail={t(`widgets.placeholder.${placeholder.why}`)} />
    </WidgetCard>
  );
}
