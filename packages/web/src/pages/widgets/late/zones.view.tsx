import { useSubscription } from '@apollo/client/react';
import type { ZoneId } from '@atrium/domain/core';
import { dash, formatNumber } from '@atrium/domain/core/format';
import type { RawQuery } from '@atrium/domain/numbers';
import { getAnswerPoints } from '@atrium/domain/pages';
import { buildMetricQueries, findZone, listWidgetZones, noChoice, pollIntervals } from '@atrium/domain/pages/widgets';
import { getOpenState, listChildZones } from '@atrium/domain/sites';
import { useEffect, useMemo, useState } from 'react';
import { BulletBar } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { useAnswers } from '../../../numbers/answers/index.ts';
import { LiveFigure } from '../../../numbers/live/index.ts';
import { EmptyState, FailedState, Skeleton } from '../chrome/widget-states.tsx';
import { WidgetLiveDocument } from '../operations.generated.ts';
import { useOwnCoverage } from '../pictures/use-own-coverage.ts';
import type { WidgetViewProps } from '../pictures/view.ts';
import type { WidgetNumber } from '../pictures/widget-number.ts';
import styles from './zones.module.css';

/** Share of the limit from which a zone is nearly full. */
const nearLimit = 0.85;

/** In px. */
const rowHeight = 48;

/** Shows how full each zone is now, with its limit. For a single zone it shows those inside it. */
export function View(props: WidgetViewProps) {
  const { widget, context, site, explains, setLine, setTable, setNumbers } = props;
  const { t, locale } = useText();
  const named = listWidgetZones(widget, context);
  const zoneIds = named.length === 1 ? withChildren(named[0], context.sites) : named;
  const key = zoneIds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which zones
  const questions = useMemo(() => {
    const asked = { ...widget, zoneIds, metrics: [{ type: 'inside' }], ignoredFilters: ['zone'] as const };
    const at = { ...context, choice: noChoice };
    return buildMetricQueries(asked, at, { groupBy: [{ type: 'ZONE_ID' }] }).map(({ query }) => query);
  }, [widget, context, key]);
  const every = props.live === null ? null : pollIntervals[props.live];
  const { outcomes, retry } = useAnswers(questions.map((query) => ({ query, every })));
  const pushed = usePushed(props, zoneIds);
  const [outcome] = outcomes;
  useOwnCoverage(outcomes, props.setCoverage);
  const answered = outcome?.state === 'ready' ? getAnswerPoints(outcome.answer) : null;
  const rows = zoneIds.flatMap((zoneId) => {
    const zone = findZone(context.sites, zoneId);
    if (zone === null) return [];
    const point = answered?.get(String(zoneId));
    const people = pushed.get(zoneId) ?? (point?.state === 'known' ? point.value : null);
    return [{ zoneId, name: zone.name, limit: zone.limit, people }];
  });
  const written = JSON.stringify(rows);
  useEffect(() => {
    const all = JSON.parse(written) as typeof rows;
    const read = (value: number | null) => (value === null ? dash : formatNumber(value, { locale, decimals: 0 }));
    const plain = (value: number | null) => (value === null ? '' : String(value));
    // Without any known value there is nothing to export.
    setTable(
      all.every(({ people }) => people === null)
        ? null
        : (form) => ({
            columns: [t('zonesWidget.zone'), t('zonesWidget.inside'), t('zonesWidget.limit')],
            rows: all.map(({ name, people, limit }) => [name, ...[people, limit].map(form === 'read' ? read : plain)]),
          }),
    );
    return () => setTable(null);
  }, [setTable, written, t, locale]);
  const unit = t('metric.inside');
  useEffect(() => {
    setLine(written === '[]' ? null : unit);
    return () => setLine(null);
  }, [setLine, written, unit]);
  const [asked] = questions;
  const told = JSON.stringify(
    asked === undefined
      ? []
      : rows.filter(({ people }) => people !== null).map((row) => numberOf(row, asked, t('metric.inside'))),
  );
  useEffect(() => {
    setNumbers(JSON.parse(told));
    return () => setNumbers([]);
  }, [setNumbers, told]);
  if (questions.length === 0) {
    const isClosed = zoneIds.length > 0 && getOpenState(site.topology, context.now).state !== 'open';
    return <EmptyState why={isClosed ? 'closed' : 'noMatch'} site={site} now={context.now} isLive={false} />;
  }
  if (outcome?.state === 'failed' && pushed.size === 0) return <FailedState code={outcome.code} retry={retry} />;
  if (answered === null) return <Skeleton type="zones" count={zoneIds.length} />;
  if (rows.every(({ people }) => people === null))
    return <EmptyState why="offline" site={site} now={context.now} isLive={props.live !== null} />;
  const widest = Math.max(1, ...rows.map(({ people, limit }) => limit ?? people ?? 0));
  return (
    <ul
      className={styles.zones}
      style={{ maxBlockSize: props.height }}
      tabIndex={rows.length * rowHeight > props.height ? 0 : undefined}
      data-export={rows.length * rowHeight > props.height ? 'whole' : undefined}
    >
      {rows.map(({ zoneId, name, people, limit }) => (
        <ZoneRow
          key={zoneId}
          {...{ name, people, limit, widest }}
          choose={props.act?.chooseZone ? () => props.act?.chooseZone?.(zoneId) : null}
          explain={explains && people !== null ? () => explains.open(keyOf(zoneId)) : null}
        />
      ))}
    </ul>
  );
}

const keyOf = (zoneId: ZoneId) => `inside/zone-${zoneId}`;

interface ZoneNow {
  readonly zoneId: ZoneId;
  readonly name: string;
}

function numberOf({ zoneId, name }: ZoneNow, query: RawQuery, metric: string): WidgetNumber {
  const groups = [{ type: 'ZONE_ID', label: name, zoneId }];
  return { key: keyOf(zoneId), metric: 'inside', index: null, name: `${name} · ${metric}`, place: name, query, groups };
}

interface ZoneRowProps {
  readonly name: string;
  readonly people: number | null;
  readonly limit: number | null;
  readonly widest: number;
  readonly choose: (() => void) | null;
  readonly explain: (() => void) | null;
}

function ZoneRow({ name, people, limit, widest, choose, explain }: ZoneRowProps) {
  const { t, locale } = useText();
  const share = people !== null && limit !== null && limit > 0 ? people / limit : null;
  const count = people === null ? dash : formatNumber(people, { locale, decimals: 0 });
  return (
    <li className={styles.zone}>
      {choose ? (
        <button type="button" className={styles.name} onClick={choose}>
          <bdi>{name}</bdi>
        </button>
      ) : (
        <span className={styles.name}>
          <bdi>{name}</bdi>
        </span>
      )}
      <bdi dir="ltr" className={styles.people}>
        {explain ? (
          <button type="button" className={styles.figure} title={t('charts.explain')} onClick={explain}>
            <LiveFigure text={count} />
          </button>
        ) : (
          <LiveFigure text={count} />
        )}
        {limit !== null && <span className={styles.limit}> / {formatNumber(limit, { locale, decimals: 0 })}</span>}
      </bdi>
      <BulletBar
        share={share ?? (people ?? 0) / widest}
        tone={share !== null && share >= nearLimit ? 'warning' : 'reference'}
      />
      <span className={styles.share}>
        {share === null ? '' : t('zonesWidget.share', { share: formatNumber(share * 100, { locale, decimals: 0 }) })}
      </span>
    </li>
  );
}

function withChildren(zoneId: ZoneId | undefined, sites: WidgetViewProps['context']['sites']): readonly ZoneId[] {
  if (zoneId === undefined) return [];
  const site = sites.find(({ zones }) => zones.some(({ id }) => id === zoneId));
  return [zoneId, ...(site ? listChildZones(site.zones, zoneId).map(({ id }) => id) : [])];
}

/** Pushed values cover one site. Zones of other sites are polled. */
function usePushed({ site, live }: WidgetViewProps, zoneIds: readonly ZoneId[]): ReadonlyMap<number, number> {
  const [pushed, setPushed] = useState<ReadonlyMap<number, number>>(new Map());
  const own = zoneIds.filter((zoneId) => site.topology.zones.some(({ id }) => id === zoneId));
  const { organizationId, installationId } = site.topology;
  const isPushed = live === 'live' && own.length > 0;
  useSubscription(WidgetLiveDocument, {
    variables: { organizationId, installationId, target: 'ZONE', entityIds: own, metrics: ['inside'] },
    skip: !isPushed,
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      const found = data?.liveMetric;
      if (found && found.state === 'known' && found.value !== null)
        setPushed((before) => new Map(before).set(found.entityId, found.value as number));
    },
    onError: () => setPushed(new Map()),
  });
  return isPushed ? pushed : new Map();
}
