import {
  findWidgetSite,
  listWidgetZones,
  type Placeholder,
  type WidgetChoice,
} from '@atrium/domain/dashboards/widgets';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { useStableList } from '../../answers/index.ts';
import { useText } from '../../i18n/index.ts';
import { logOnce } from '../../ui/log-once.ts';
import type { Site } from '../site/site.ts';
import { Quiet } from './chrome/quiet.tsx';
import { WidgetCard } from './chrome/widget-card.tsx';
import type { BoardItem, PlannedWidget } from './data/plan-board.ts';
import type { WidgetActs } from './pictures/view.ts';
import type { Board } from './use-board.ts';
import { WidgetHost } from './widget-host.tsx';

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
