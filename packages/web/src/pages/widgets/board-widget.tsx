import type { Coverage } from '@atrium/domain/numbers';
import type { Widget } from '@atrium/domain/pages/definitions';
import {
  findEmptiness,
  findWidgetSite,
  getWidgetSpec,
  listWidgetZones,
  type Placeholder,
  parseNumbers,
  toGeneralScale,
  type WidgetAnswer,
  type WidgetChoice,
  type WidgetNumbers,
} from '@atrium/domain/pages/widgets';
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { type Outcome, useStableList } from '../../numbers/answers/index.ts';
import { logOnce } from '../../ui/log-once.ts';
import { buildWidgetExport, findExportType } from '../cards/seen.ts';
import { MetricIcon } from '../metric-icon.tsx';
import type { Site } from '../site-page/site.ts';
import { getOwnColor } from '../words/colors.ts';
import { buildWidgetTable } from '../words/table-texts.ts';
import styles from './chrome/chrome.module.css';
import { CoverageBadge } from './chrome/coverage-badge.tsx';
import { Dropdowns } from './chrome/dropdowns.tsx';
import { type CardTables, WidgetCard } from './chrome/widget-card.tsx';
import { EmptyState, FailedState, Quiet, Skeleton } from './chrome/widget-states.tsx';
import type { WidgetActs, WidgetTable } from './pictures/view.ts';
import type { WidgetNumber } from './pictures/widget-number.ts';
import type { BoardItem, PlannedWidget } from './plan-board.ts';
import type { Board } from './use-board.ts';
import { useWidgetExplains } from './use-widget-explains.ts';
import { widgetViews } from './views.ts';

/** Height in px around the drawing in a fullscreen card: margins, title and second line. */
const around = 124;

/** Returns the drawing height in px while the card is fullscreen; otherwise null. */
function useFullscreenHeight(card: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const measure = () => {
      const isWhole = card.current !== null && document.fullscreenElement === card.current;
      setHeight(isWhole ? Math.max(0, window.innerHeight - around) : null);
    };
    document.addEventListener('fullscreenchange', measure);
    window.addEventListener('resize', measure);
    return () => {
      document.removeEventListener('fullscreenchange', measure);
      window.removeEventListener('resize', measure);
    };
  }, [card]);
  return height;
}

interface WidgetHostProps {
  readonly planned: PlannedWidget;
  /** Drawing height in px. */
  readonly height: number;
  /** Outcomes in the order of its queries; null while loading. */
  readonly outcomes: readonly (Outcome | null)[];
  readonly site: Site | null;
  /** Descriptors that the sensors of all its sites report. */
  readonly told: readonly string[];
  readonly retry: () => void;
  readonly onChoose: (choice: WidgetChoice) => void;
  readonly act: WidgetActs | null;
}

/** Returns what opens the export of a widget's data; null if no export contains it, or without the right to export. */
function exportingOf(
  { widget, context }: PlannedWidget,
  own: readonly WidgetNumber[],
  site: Site | null,
  act: WidgetActs | null,
) {
  const exportData = act?.exportData ?? null;
  const seen = findExportType(
    widget,
    own.map(({ metric }) => metric),
  );
  if (exportData === null || seen === null || site === null) return null;
  const { installationId } = site.topology;
  const shown = { installationId, zoneIds: listWidgetZones(widget, context), filters: context.filters };
  return () => exportData(buildWidgetExport(shown, seen));
}

const nothing: WidgetNumbers = { series: [], coverage: { ratio: null, silent: [] }, notTold: [] };

/** One widget of a page: its card, with the drawing or the state that replaces it. */
export function WidgetHost({
  planned,
  height: ownHeight,
  outcomes,
  site,
  told,
  retry,
  onChoose,
  act,
}: WidgetHostProps) {
  const { t, locale, dateFormat } = useText();
  const card = useRef<HTMLElement>(null);
  const wholeHeight = useFullscreenHeight(card);
  const { widget, context, plan, pageFilters } = planned;
  const [line, setLine] = useState<ReactNode>(null);
  const [ownTable, setOwnTable] = useState<{ readonly of: WidgetTable } | null>(null);
  // Stable identity: views call it in an effect that depends on it and would loop otherwise.
  const setTable = useCallback((of: WidgetTable | null) => setOwnTable(of && { of }), []);
  const [ownCoverage, setCoverage] = useState<Coverage | null>(null);
  const [ownNumbers, setNumbers] = useState<readonly WidgetNumber[]>([]);
  const { numbers, isLoading, failure } = useNumbers(planned, outcomes);
  const spec = getWidgetSpec(widget.type);
  const isOwn = spec.source === 'own';
  const empty = isOwn || numbers === null ? null : findEmptiness(widget, numbers, context);
  const coverage = isOwn ? ownCoverage : (numbers?.coverage ?? null);
  const isCards = spec.outline === 'cards';
  const metric = isOwn ? null : onlyMetric(widget);
  const flows = widget.type === 'mapView' || widget.type === 'heatmap' ? widget.type : undefined;
  const height = isCards || flows || wholeHeight === null ? ownHeight : Math.max(ownHeight, wholeHeight);
  const explains = useWidgetExplains(planned, empty === null ? numbers : null, ownNumbers, site);
  const state = stateOf();
  const tables: CardTables | null = isOwn
    ? ownTable && { read: () => ownTable.of('read'), plain: () => ownTable.of('plain') }
    : numbers && empty === null && state === null
      ? {
          read: () => buildWidgetTable({ widget, series: numbers.series, context }, { t, locale, dateFormat }, 'read'),
          plain: () =>
            buildWidgetTable({ widget, series: numbers.series, context }, { t, locale, dateFormat }, 'plain'),
        }
      : null;
  const View = widgetViews[widget.type];
  const drawn = useMemo(() => {
    const shown = { widget, numbers: numbers ?? nothing };
    return spec.isFigures ? shown : toGeneralScale(widget, shown.numbers);
  }, [widget, numbers, spec]);
  return (
    <WidgetCard
      place={card}
      title={widget.type === 'alertLogTable' ? capitalized(widget.title, locale) : widget.title}
      icon={metric !== null && !isCards && <MetricIcon metric={metric} color={getOwnColor(widget, metric)} />}
      isTitleShown={widget.configuration?.isBlockTitleVisible ?? true}
      help={(widget.tooltipMessages ?? []).join(' ') || null}
      dropdowns={
        <Dropdowns {...{ widget, context, pageFilters, told, onChoose }} categories={site?.categories ?? []} />
      }
      badge={coverage && site && <CoverageBadge coverage={coverage} site={site} />}
      line={state === null ? line : null}
      height={height}
      flows={flows}
      isBare={isCards}
      isOwn={isOwn}
      isMenuHidden={isCards && widget.isKpiMenuHidden === true}
      tables={tables}
      exportData={exportingOf(planned, ownNumbers, site, act)}
      explain={explains?.first == null ? null : () => explains.open(explains.first ?? '')}
    >
      {state !== null && isCards && !isLoading ? (
        <div className={styles.framed} style={{ minBlockSize: height }}>
          {state}
        </div>
      ) : (
        state
      )}
      {state === null && site && (
        <View
          {...{ ...drawn, context, site, setLine, setTable, setNumbers, setCoverage, act, explains }}
          live={planned.live}
          height={height}
          waiting={<Skeleton type={widget.type} count={widget.metrics?.length ?? 1} />}
        />
      )}
    </WidgetCard>
  );

  function stateOf(): ReactNode {
    const now = context.now;
    const isLive = planned.live !== null;
    if (plan.kind !== 'shown')
      return plan.kind === 'hidden' ? null : <EmptyState why={plan.kind} site={site} now={now} isLive={isLive} />;
    if (isOwn) return null;
    if (isLoading) return <Skeleton type={widget.type} count={widget.metrics?.length ?? 1} />;
    if (failure !== null) return <FailedState {...failure} retry={retry} />;
    return empty === null ? null : (
      <EmptyState why={empty} notTold={numbers?.notTold ?? []} site={site} now={now} isLive={isLive} />
    );
  }
}

/**
 * Returns the numbers of the current queries; empty while loading, because the previous ones belong to other queries.
 */
function useNumbers({ widget, context, plan }: PlannedWidget, given: readonly (Outcome | null)[]) {
  const outcomes = useStableList(given);
  const isAnswered = outcomes.every((outcome) => outcome !== null);
  const read = useMemo(() => {
    if (plan.kind !== 'shown' || !isAnswered) return null;
    const answers = outcomes.map((outcome): WidgetAnswer | null =>
      outcome?.state === 'ready' ? outcome.answer : null,
    );
    return answers.some((answer) => answer !== null) ? parseNumbers(widget, plan.queries, answers, context) : null;
  }, [widget, context, plan, outcomes, isAnswered]);
  const failed = isAnswered && outcomes.length > 0 && outcomes.every((outcome) => outcome?.state === 'failed');
  const [first] = outcomes;
  return {
    numbers: read,
    isLoading: plan.kind === 'shown' && !isAnswered,
    failure: failed && first?.state === 'failed' ? first : null,
  };
}

/** Null for a widget with several metrics, or without any. */
function onlyMetric({ metrics = [] }: Widget): string | null {
  const [first, ...others] = new Set(metrics.map(({ type }) => type));
  return first === undefined || others.length > 0 ? null : first;
}

/** G01: an alert log's title is capitalized. */
const capitalized = (title: string, locale: string) => title.slice(0, 1).toLocaleUpperCase(locale) + title.slice(1);

interface BoardWidgetProps {
  readonly item: BoardItem;
  readonly board: Board;
  /** Drawing height in px. */
  readonly height: number;
  readonly act: WidgetActs | null;
}

/** One widget of a page, independent of its position. Memoized, so that other widgets' changes do not rerender it. */
export const BoardWidget = memo(function BoardWidget({ item, board, height, act }: BoardWidgetProps) {
  if (item.kind === 'placeholder') return <UnknownWidget placeholder={item.placeholder} />;
  return <AnsweredWidget item={item} board={board} height={height} act={act} />;
});

const HostOnce = memo(WidgetHost);

/** Selects this widget's answers from the page's. */
function AnsweredWidget({ item, board, height, act }: BoardWidgetProps & { readonly item: PlannedWidget }) {
  const { answers, sites, choose } = board;
  const { key, plan } = item;
  const latest = useRef(answers);
  useEffect(() => {
    latest.current = answers;
  }, [answers]);
  const site = useMemo(() => siteOf(item, sites), [item, sites]);
  const told = useStableList(useMemo(() => toldOf(item, sites), [item, sites]));
  const retry = useCallback(() => latest.current.retry(), []);
  const onChoose = useCallback((choice: WidgetChoice) => choose(key, choice), [choose, key]);
  return (
    <HostOnce
      planned={item}
      height={height}
      outcomes={useStableList(plan.kind === 'shown' ? plan.queries.map(({ query }) => answers.outcome(query)) : [])}
      {...{ site, told, retry, onChoose, act }}
    />
  );
}

function siteOf({ widget, context }: PlannedWidget, sites: readonly Site[]): Site | null {
  const topology = findWidgetSite(widget, context);
  return sites.find((site) => site.topology === topology) ?? null;
}

function toldOf({ widget, context }: PlannedWidget, sites: readonly Site[]): readonly string[] {
  const zones = new Set<number>(listWidgetZones(widget, context));
  const own = sites.filter(({ topology }) => topology.zones.some(({ id }) => zones.has(id)));
  return (own.length > 0 ? own : sites).flatMap(({ told }) => told);
}

/** G01: shows the name of an unknown type instead. */
function UnknownWidget({ placeholder }: { readonly placeholder: Placeholder }) {
  const { t } = useText();
  const { type, why, problems } = placeholder;
  useEffect(() => {
    const detail = problems.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
    logOnce(
      why === 'unknownType' ? `Widget type "${type}" is not implemented.` : `Widget "${type}": ${why}. ${detail}`,
    );
  }, [type, why, problems]);
  return (
    <WidgetCard title={placeholder.type} isTitleShown help={null} height={120} tables={null}>
      <Quiet icon="help" title={placeholder.type} detail={t(`widgets.placeholder.${placeholder.why}`)} />
    </WidgetCard>
  );
}
