import { useQuery } from '@apollo/client/react';
import { type Instant, instantToDate } from '@atrium/domain/core';
import { findMetric } from '@atrium/domain/numbers';
import { type Month, toMonth } from '@atrium/domain/numbers/targets';
import { listTargetLines, type TargetLines } from '@atrium/domain/pages';
import { useMemo } from 'react';
import { useMayDo, useZone } from '../../people/organization/index.ts';
import { overviewMetrics } from '../numbers/overview-model.ts';
import { MonthTargetsDocument } from './operations.generated.ts';

/** Metrics whose targets the brief states, in this order. */
const metricIds = [overviewMetrics.entries.id, 'turnover', overviewMetrics.energy.id];

/** Polling interval, ms. */
const pollMs = 300_000;

export interface MonthTargets extends TargetLines {
  readonly month: Month;
  readonly isLoading: boolean;
}

/** Returns the targets of this month that are worth a line. Without an answer there are none. */
export function useTargetLines(now: Instant): MonthTargets {
  const month = toMonth(instantToDate(useZone(), now));
  const skip = !useMayDo('numbers');
  const { data, error } = useQuery(MonthTargetsDocument, { variables: { month }, pollInterval: pollMs, skip });
  const targets = data?.targetProgress;
  return useMemo(() => {
    const reached = (targets ?? []).flatMap(({ installationId, zoneId, soFar, headingFor, target, metric: id }) => {
      const metric = findMetric(id);
      if (metric === undefined || zoneId != null) return [];
      return [{ siteId: installationId, metric, target, soFar: soFar ?? null, headingFor: headingFor ?? null }];
    });
    const isLoading = !skip && targets === undefined && error === undefined;
    return { ...listTargetLines(reached, metricIds), month, isLoading };
  }, [targets, error, month, skip]);
}
