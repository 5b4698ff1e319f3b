import type { Instant } from '@atrium/domain/core';
import { formatNumber } from '@atrium/domain/core/format';
import { type AttentionLine, listClosedDays, type TargetLine } from '@atrium/domain/pages';
import { type ReactNode, useEffect, useState } from 'react';
import { useAlertName } from '../../actions/alerts/live/use-open-alerts.ts';
import { useText } from '../../i18n/index.ts';
import { useMayDo } from '../../people/organization/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { overviewMetrics } from '../numbers/overview-model.ts';
import type { OverviewExplains } from '../numbers/use-overview-explains.ts';
import type { StripSite } from '../strip.tsx';
import styles from './brief.module.css';
import { BriefRow, type RowVerb } from './brief-row.tsx';
import { describeClosedDay, describeLine, describeTarget } from './describe-line.ts';
import { MuteDialog } from './mute-dialog.tsx';
import type { BriefModel } from './use-brief.ts';
import { type Cause, useCauses } from './use-causes.ts';
import type { Differences } from './use-day-fan.ts';
import type { MonthTargets } from './use-target-lines.ts';
import {
  chooseClosedDayVerb,
  chooseTargetVerb,
  chooseVerb,
  type LineState,
  type Verb,
  type VerbAreas,
} from './verbs.ts';

export interface BriefCardProps {
  readonly rows: readonly StripSite[];
  readonly now: Instant;
  readonly explained: OverviewExplains;
  /** Called with the sites that need attention, the most urgent first, whenever they change. */
  readonly onAttention: (siteIds: readonly number[]) => void;
  readonly brief: BriefModel;
  /** Difference of a site's entries since it opened; null without one. */
  readonly curveOf: Differences['curveOf'];
  readonly targets: MonthTargets;
}

/** Lines of a group before its button for the others. */
const maxLines = 4;
/** *Good to know* holds what can wait. */
const maxGoodToKnow = 2;

/** The brief: what to do now, what to watch, and what is good to know. Each line ends in its action. */
export function BriefCard({ rows, now, explained, onAttention, brief, curveOf, targets }: BriefCardProps) {
  const { t } = useText();
  const { attention, done, muted, open } = brief;
  const [muting, setMuting] = useState<AttentionLine | null>(null);
  const causes = useCauses(attention.watch, rows, now);
  const may: VerbAreas = {
    counting: useMayDo('counting'),
    energy: useMayDo('energy'),
    siteSetup: useMayDo('siteSetup'),
  };
  const nameOf = useAlertName();
  const text = useText();
  const key = [...attention.now, ...attention.watch, ...done].map(({ siteId }) => siteId).join();
  useEffect(() => onAttention(key === '' ? [] : [...new Set(key.split(',').map(Number))]), [key, onAttention]);
  const rowOf = new Map(rows.map((row) => [row.site.id, row]));
  const toRowVerb = (verb: Verb | null, line: AttentionLine | null): RowVerb | null => {
    if (verb === null) return null;
    const label = t(verb.label);
    if ('place' in verb) return { label, place: verb.place };
    if ('acknowledges' in verb) return { label, act: () => brief.acknowledge(verb.acknowledges) };
    return { label, act: () => (verb.mutes ? setMuting(line) : line && brief.unmute(line.key)) };
  };
  const causeOf = ({ siteId, head }: AttentionLine): Cause | null =>
    head.kind === 'surprise' && head.number.metric.id === overviewMetrics.entries.id
      ? (causes.get(siteId) ?? null)
      : null;
  const stateOf = (line: AttentionLine): LineState =>
    muted.includes(line) ? 'muted' : done.includes(line) ? 'acknowledged' : null;
  const toRow = (line: AttentionLine): ReactNode => {
    const row = rowOf.get(line.siteId);
    if (row === undefined) return null;
    const { head } = line;
    const isEnergy = head.kind === 'surprise' && head.number.metric.id === overviewMetrics.energy.id;
    return (
      <BriefRow
        key={line.key}
        {...describeLine({ line, row, open, now, cause: causeOf(line), nameOf }, text)}
        site={row.site.name}
        curve={head.kind === 'surprise' && !isEnergy ? curveOf(row) : null}
        mark={head.kind === 'alert' ? 'alert' : head.kind === 'silence' ? 'silent' : null}
        open={
          head.kind === 'alert'
            ? { to: '/alerts/log/$logId', params: { logId: String(head.alert.id) } }
            : explained(isEnergy ? 'energy' : 'entries', row.site).explain
        }
        verb={toRowVerb(chooseVerb(line, row.site, { now, state: stateOf(line), may }), line)}
        isInSheet={head.kind === 'surprise'}
      />
    );
  };
  const toTargetRow = (line: TargetLine): ReactNode => (
    <BriefRow
      key={`target ${line.siteId} ${line.metricId}`}
      {...describeTarget(line, targets.month, text)}
      site={rowOf.get(line.siteId)?.site.name ?? ''}
      mark={null}
      curve={null}
      open={null}
      verb={toRowVerb(chooseTargetVerb(line, may), null)}
      isInSheet
    />
  );
  const isListed = ({ siteId }: TargetLine) => rowOf.has(siteId);
  const closed = listClosedDays(
    rows.map(({ site }) => site),
    now,
  ).slice(0, maxGoodToKnow);
  const groups: readonly GroupProps[] = [
    { name: t('attention.now'), rows: attention.now.map(toRow), isUrgent: true },
    {
      name: t('attention.watch'),
      rows: [...attention.watch.map(toRow), ...targets.watch.filter(isListed).map(toTargetRow)],
    },
    {
      name: t('attention.know'),
      rows: [
        ...targets.know.filter(isListed).map(toTargetRow),
        ...closed.map((day) => (
          <BriefRow
            key={`closed ${day.siteId}`}
            {...describeClosedDay(day, text)}
            site={rowOf.get(day.siteId)?.site.name ?? ''}
            mark={null}
            curve={null}
            open={null}
            verb={toRowVerb(chooseClosedDayVerb(day, may), null)}
            isInSheet
          />
        )),
      ],
    },
  ];
  const shown = groups.filter((group) => group.rows.length > 0);
  const folded = [...done, ...muted];
  const mutedSite = muting && rowOf.get(muting.siteId)?.site;
  if (brief.isLoading || (shown.length === 0 && folded.length === 0)) return null;
  return (
    <section className={styles.card} aria-label={t('attention.title')}>
      <h2 className="visually-hidden">{t('attention.title')}</h2>
      {shown.map((group) => (
        <Group key={group.name} {...group} />
      ))}
      {folded.length > 0 && (
        <Fold done={done.length} muted={muted.length}>
          {folded.map(toRow)}
        </Fold>
      )}
      {muting && mutedSite && (
        <MuteDialog
          site={mutedSite}
          now={now}
          onMute={(until) => brief.mute(muting.key, until)}
          onClose={() => setMuting(null)}
        />
      )}
    </section>
  );
}

interface GroupProps {
  readonly name: string;
  readonly rows: readonly ReactNode[];
  /** Whether somebody must act: then the brief's place grows rather than hide a line. */
  readonly isUrgent?: boolean;
}

/** A group with its number of lines. From the fifth on they wait behind a button. */
function Group({ name, rows, isUrgent = false }: GroupProps) {
  const { t, locale } = useText();
  const [isWhole, setWhole] = useState(false);
  const format = (count: number) => formatNumber(count, { locale, decimals: 0 });
  const shown = isWhole ? rows : rows.slice(0, maxLines);
  return (
    <div className={styles.group} data-urgent={isUrgent || undefined}>
      <h3 className={styles.head}>
        {name} <span className={styles.count}>{format(rows.length)}</span>
      </h3>
      <ul className={styles.list}>{shown}</ul>
      {shown.length < rows.length && (
        <button type="button" className={styles.rest} onClick={() => setWhole(true)}>
          {t('attention.rest', { count: format(rows.length - shown.length) })}
        </button>
      )}
    </div>
  );
}

interface FoldProps {
  readonly done: number;
  readonly muted: number;
  readonly children: ReactNode;
}

/** Lines that somebody is on, or that the viewer muted. */
function Fold({ done, muted, children }: FoldProps) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const words = [
    done > 0 ? t('attention.done', { count: done }) : null,
    muted > 0 ? t('attention.muted', { count: muted }) : null,
  ];
  return (
    <div className={styles.group}>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronEnd'} size={14} />
        {words.filter((word) => word !== null).join(' · ')}
      </button>
      {isOpen && <ul className={styles.list}>{children}</ul>}
    </div>
  );
}
