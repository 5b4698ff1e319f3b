import type { ZoneId } from '@atrium/domain/core';
import type { Widget } from '@atrium/domain/dashboards';
import { type WidgetChoice, type WidgetContext, zonesOfWidget } from '@atrium/domain/dashboards/widgets';
import { findMetric } from '@atrium/domain/measurements';
import { ancestors, topZones, type Zone } from '@atrium/domain/sites';
import { useText } from '../../../i18n/index.ts';
import { metricWord } from '../words/metric-words.ts';
import styles from './chrome.module.css';

interface DropdownsProps {
  readonly widget: Widget;
  readonly context: WidgetContext;
  readonly onChoose: (choice: WidgetChoice) => void;
}

/** The choices a widget offers in its head: one of its metrics, a zone inside those it shows. */
export function Dropdowns({ widget, context, onChoose }: DropdownsProps) {
  const headers = widget.headers ?? [];
  return (
    <>
      {headers.includes('metric') && (widget.metrics?.length ?? 0) > 1 && (
        <MetricChoice widget={widget} context={context} onChoose={onChoose} />
      )}
      {(headers.includes('zone') || headers.includes('topZone')) && (
        <ZoneChoice widget={widget} context={context} onChoose={onChoose} />
      )}
    </>
  );
}

function MetricChoice({ widget, context: { choice }, onChoose }: DropdownsProps) {
  const { say } = useText();
  const isOneAtATime = widget.type === 'gridChart';
  return (
    <select
      className={styles.choice}
      data-export="skip"
      aria-label={say('widgets.choose.metric')}
      value={choice.metric ?? (isOneAtATime ? 0 : '')}
      onChange={({ target }) => onChoose({ ...choice, metric: target.value === '' ? null : Number(target.value) })}
    >
      {!isOneAtATime && <option value="">{say('widgets.choose.allMetrics')}</option>}
      {(widget.metrics ?? []).map((metric, index) => {
        const known = findMetric(metric.type);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: metrics are known by their place
          <option key={index} value={index}>
            {known ? metricWord(widget, index, known, say) : metric.type}
          </option>
        );
      })}
    </select>
  );
}

/** The zones below those the widget shows; its outermost one stands above them, named as what it is. */
function ZoneChoice({ widget, context, onChoose }: DropdownsProps) {
  const { say } = useText();
  const { choice, sites } = context;
  const config = widget.configuration?.dropdownsConfig?.find(({ type }) => type === 'zone' || type === 'topZone');
  const shown = zonesOfWidget(widget, { ...context, choice: { ...choice, zoneId: null } });
  const offered = sites.flatMap(({ name, zones }) => {
    const tops = new Set(topZones(zones).map(({ id }) => id));
    return zones
      .filter((zone) => isOffered(zone, zones, shown, config?.zoneIds))
      .map((zone) => ({ zone, isTop: tops.has(zone.id), depth: ancestors(zones, zone.id).size, site: name }));
  });
  const many = new Set(offered.map(({ site }) => site)).size > 1;
  return (
    <select
      className={styles.choice}
      data-export="skip"
      aria-label={say('widgets.choose.zone')}
      value={choice.zoneId ?? ''}
      onChange={({ target }) =>
        onChoose({ ...choice, zoneId: target.value === '' ? null : (Number(target.value) as ZoneId) })
      }
    >
      <option value="">{say('widgets.choose.allZones')}</option>
      {offered.map(({ zone, isTop, depth, site }) => (
        <option key={zone.id} value={zone.id} disabled={isTop && config?.isTopZoneDisabled === true}>
          {'\u2003'.repeat(depth)}
          {isTop ? say('widgets.choose.topZone', { name: many ? site : zone.name }) : zone.name}
        </option>
      ))}
    </select>
  );
}

function isOffered(
  zone: Zone,
  zones: readonly Zone[],
  shown: readonly ZoneId[],
  named: readonly number[] | undefined,
): boolean {
  if (named !== undefined && named.length > 0) return named.includes(zone.id);
  const above = ancestors(zones, zone.id);
  return shown.some((zoneId) => zoneId === zone.id || above.has(zoneId));
}
