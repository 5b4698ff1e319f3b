import { getWidgetSpec, type PageFilters, pollIntervals, type WidgetChoice } from '@atrium/domain/pages/widgets';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type Answers, type Question, useAnswers } from '../../numbers/answers/index.ts';
import type { Site } from '../site-page/site.ts';
import type { MetricColors } from '../words/colors.ts';
import { type BoardItem, createBoardPlanner, type PlannedWidget } from './plan-board.ts';
import { fetchViews } from './views.ts';

export interface BoardProps {
  /** Stored JSON, not validated. */
  readonly definitions: readonly unknown[];
  readonly sites: readonly Site[];
  readonly filters: PageFilters;
  readonly now: number;
  /** The organization's colors, by metric. */
  readonly colors?: MetricColors;
}

/** A page's widgets with their queries, before rendering. */
export interface Board {
  readonly items: readonly BoardItem[];
  readonly planned: readonly PlannedWidget[];
  readonly answers: Answers;
  readonly sites: readonly Site[];
  readonly choose: (key: string, choice: WidgetChoice) => void;
}

const noColors: MetricColors = {};

/** Plans a page's widgets and loads all their queries in one request. */
export function useBoard({ definitions, sites, filters, now, colors = noColors }: BoardProps): Board {
  const [choices, setChoices] = useState<Readonly<Record<string, WidgetChoice>>>({});
  const [planner] = useState(createBoardPlanner);
  const read = useMemo(() => planner.read(definitions), [planner, definitions]);
  const topologies = useMemo(() => sites.map(({ topology }) => topology), [sites]);
  const items = useMemo(
    () => planner.plan(read, { sites: topologies, filters, now, colors }, choices),
    [planner, read, topologies, filters, now, choices, colors],
  );
  const planned = useMemo(() => items.filter((item): item is PlannedWidget => item.kind === 'widget'), [items]);
  const questions = useMemo(() => pageQuestions(planned), [planned]);
  const answers = useAnswers(questions);
  useEffect(() => {
    fetchViews(read.flatMap((item) => ('widget' in item ? item.widget.type : [])));
  }, [read]);
  const choose = useCallback(
    (key: string, choice: WidgetChoice) => setChoices((all) => ({ ...all, [key]: choice })),
    [],
  );
  return useMemo(() => ({ items, planned, answers, sites, choose }), [items, planned, answers, sites, choose]);
}

/** Returns an item's width in columns of twelve. */
export function getItemColumns(item: BoardItem): number {
  return item.kind === 'placeholder' ? 6 : getWidgetSpec(item.widget.type).size(item.widget, item.context).columns;
}

/** Returns the drawing height in px. A placeholder has the minimum. */
export function getItemHeight(item: BoardItem): number {
  return item.kind === 'placeholder' ? 120 : getWidgetSpec(item.widget.type).size(item.widget, item.context).height;
}

/** Returns the queries of a page's widgets, deduplicated. A shared query uses the shortest polling interval. */
export function pageQuestions(planned: readonly PlannedWidget[]): readonly Question[] {
  const byKey = new Map<string, Question>();
  for (const { plan, live } of planned) {
    if (plan.kind !== 'shown') continue;
    const every = live === null ? null : pollIntervals[live];
    for (const { query } of plan.queries) {
      const key = JSON.stringify(query);
      const before = byKey.get(key)?.every ?? null;
      byKey.set(key, { query, every: before === null ? every : Math.min(before, every ?? before) });
    }
  }
  return [...byKey.values()];
}
