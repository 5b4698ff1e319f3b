import { useMutation } from '@apollo/client/react';
import type { Instant } from '@atrium/domain/core';
import {
  type Attention,
  type AttentionLine,
  getShownLines,
  rankAttention,
  type ShownLines,
} from '@atrium/domain/pages';
import { useEffect, useRef } from 'react';
import type { OpenAlertFragment } from '../../actions/alerts/live/operations.generated.ts';
import { useOpenAlerts, useOpenAlertsFailure } from '../../actions/alerts/live/use-open-alerts.ts';
import { AcknowledgeDocument } from '../../actions/alerts/story/operations.generated.ts';
import { useText } from '../../i18n/index.ts';
import { useMayDo } from '../../people/organization/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import type { StripSite } from '../strip.tsx';
import { observeSites } from './observe-sites.ts';
import { type MutedLines, useMutedLines } from './use-muted-lines.ts';

export interface BriefModel {
  /** What still needs somebody. */
  readonly attention: Attention;
  /** Lines whose alerts are all acknowledged. */
  readonly done: readonly AttentionLine[];
  /** Lines that the viewer does not want to see now. */
  readonly muted: readonly AttentionLine[];
  readonly open: readonly OpenAlertFragment[];
  /** Whether the alerts or the muted lines are still loading, so that nothing may be said about their absence. */
  readonly isLoading: boolean;
  /** Loads again what could not be loaded; null otherwise. */
  readonly retry: (() => void) | null;
  /** Acknowledges the alert of that log entry. */
  readonly acknowledge: (logId: number) => void;
  /** Mutes the line of that key for the viewer. Its alert still fires. */
  readonly mute: MutedLines['mute'];
  readonly unmute: MutedLines['unmute'];
}

/** Ranks what was observed at the sites. It remembers what it showed, so that lines do not flicker. */
export function useBrief(rows: readonly StripSite[], now: Instant): BriefModel {
  const { t } = useText();
  const maySee = useMayDo('alertLog');
  const open = useOpenAlerts(maySee);
  const retry = useOpenAlertsFailure(maySee);
  const [acknowledge] = useMutation(AcknowledgeDocument);
  const shown = useRef<ShownLines>(new Map());
  const ranked = rankAttention(observeSites(rows, open ?? [], now), shown.current);
  useEffect(() => {
    shown.current = getShownLines(ranked);
  });
  const lines = useMutedLines(now);
  const muted = [...ranked.now, ...ranked.watch].filter(({ key }) => lines.isMuted(key));
  const done = ranked.now.filter((line) => !muted.includes(line) && isDone(line, open ?? []));
  const isOpen = (line: AttentionLine) => !muted.includes(line) && !done.includes(line);
  return {
    attention: { now: ranked.now.filter(isOpen), watch: ranked.watch.filter(isOpen) },
    done,
    muted,
    mute: lines.mute,
    unmute: lines.unmute,
    open: open ?? [],
    isLoading: retry === null && ((maySee && open === null) || lines.isLoading),
    retry,
    acknowledge: (id) =>
      void acknowledge({ variables: { id, note: '' } }).catch(() => showToast('error', t('alerts.toast.failed'))),
  };
}

/** Whether somebody is on it: all its alerts are acknowledged, and no sensor of it is silent. */
export function isDone({ head, also }: AttentionLine, open: readonly OpenAlertFragment[]): boolean {
  const findings = [head, ...also];
  const alerts = findings.flatMap((finding) => (finding.kind === 'alert' ? [finding.alert.id] : []));
  return (
    alerts.length > 0 &&
    findings.every(({ kind }) => kind !== 'silence') &&
    alerts.every((id) => open.find((alert) => alert.id === id)?.acknowledgedAt != null)
  );
}
