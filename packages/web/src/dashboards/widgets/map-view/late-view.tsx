import { useQuery } from '@apollo/client/react';
import { isClosedThroughout, listWidgetZones } from '@atrium/domain/dashboards/widgets';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { findErrorCode, retryQuery } from '../../../answers/index.ts';
import { formatUnsupported } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { Quiet } from '../chrome/quiet.tsx';
import { Skeleton } from '../chrome/skeleton.tsx';
import { FailedState } from '../chrome/state-words.tsx';
import type { WidgetViewProps } from '../pictures/view.ts';
import { Choice } from './choice.tsx';
import { ElementList } from './element-list.tsx';
import { MapLegend } from './map-legend.tsx';
import type { ShownElement } from './map-numbers.ts';
import { getNumberKey } from './map-numbers.ts';
import styles from './map-view.module.css';
import { WidgetMapViewDocument } from './operations.generated.ts';
import { parseMap, type ShownMap } from './parse-map.ts';
import { Plan } from './plan.tsx';
import { getOpacity } from './shape.tsx';
import { useShownElements } from './use-shown-elements.ts';

/** Draws zones and passages on a plan, colored by their values. Requires a map of the zone. */
export function View(props: WidgetViewProps) {
  const { t } = useText();
  const zoneId = zoneOf(props);
  const { data, error, loading, refetch } = useQuery(WidgetMapViewDocument, {
    variables: { zoneId: zoneId ?? 0 },
    skip: zoneId === undefined,
  });
  const answer = data?.mapViewConfigByZoneId[0];
  const map = useMemo(() => parseMap(answer), [answer]);
  if (map) return <DrawnMap key={zoneId} map={map} {...props} />;
  if (loading) return <Skeleton type="mapView" count={1} />;
  if (error) return <FailedState code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />;
  return <Quiet icon="compass" title={t('mapView.none')} detail={t('mapView.none.detail')} />;
}

/** Returns the zone whose map is shown. A sub-zone chosen by the user is shown on the same map. */
function zoneOf({ widget, context }: WidgetViewProps): number | undefined {
  const [chosen] = listWidgetZones(widget, context);
  if (context.choice.zoneId !== null || (widget.zoneIds ?? []).length === 0) return chosen;
  const [own] = listWidgetZones(widget, { ...context, filters: { ...context.filters, zoneId: null } });
  return own;
}

/** Returns the opacity of all places; 1 if they differ. */
function commonOpacity(elements: readonly ShownElement[]): number {
  const [one = 1, ...others] = new Set(elements.map(getOpacity));
  return others.length === 0 ? one : 1;
}

function DrawnMap({ map, ...props }: WidgetViewProps & { readonly map: ShownMap }) {
  const { widget, context, height, act, explains, setLine } = props;
  const { config, layers, backgrounds } = map;
  const { t } = useText();
  const [layer, setLayer] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const shown = useShownElements(config, props);
  const { options, option, elements, ranges, values, isCleared, mainName } = shown;
  const why = values.isLoading || isCleared ? null : silence();
  useEffect(() => {
    setLine(why === null ? mainName : `${mainName} · ${why}`);
    return () => setLine(null);
  }, [setLine, mainName, why]);
  if (values.failure) return <FailedState code={values.failure.code} retry={values.retry} />;
  const choose = ({ element: { zoneId } }: ShownElement) =>
    zoneId !== undefined && act?.chooseZone ? () => act.chooseZone?.(zoneId) : null;
  const explain = ({ element, lines }: ShownElement) => {
    const known = lines.find(({ value }) => value !== null);
    const key = known === undefined ? null : getNumberKey(element, known.metric);
    return explains === null || key === null ? null : () => explains.open(key);
  };
  // A click opens the explanation. Without one it filters by the zone.
  const enter = (shown: ShownElement) => explain(shown) ?? choose(shown);
  const titles = options.map(({ title }) => title);
  const names = layers.map(({ name }) => name);
  const hasGaps =
    !isCleared && elements.some(({ main, fill, lines }) => main === null && fill === null && lines.length > 0);
  const legendAt = config.colorimetryConfig?.position ?? config.legendConfig?.position ?? 'bottom';
  return (
    <div
      className={styles.map}
      style={{ '--height': `${height}px` } as CSSProperties}
      aria-busy={values.isLoading || isCleared}
    >
      <div className={styles.choices} data-export="skip">
        <Choice label={t('mapView.option')} names={titles} chosen={shown.wanted} choose={shown.choose} />
        <Choice label={t('mapView.layer')} names={names} chosen={layer} choose={setLayer} />
      </div>
      <div className={styles.body} data-legend={legendAt}>
        <Plan
          {...{ config, option, elements, ranges, pointed, setPointed, enter }}
          pictures={layers.length > 0 ? layers.slice(layer, layer + 1) : backgrounds}
        />
        {config.showList && <ElementList {...{ elements, ranges, pointed, setPointed, choose, explain }} />}
        <MapLegend
          config={config}
          ranges={ranges}
          isRelative={shown.isRelative}
          hasValues={!isCleared && elements.some(({ main }) => main !== null)}
          gap={hasGaps ? (isNotTold() ? formatUnsupported(values.notTold, t) : t('charts.noData')) : null}
          opacity={commonOpacity(elements)}
          unit={elements.find(({ main }) => main !== null)?.lines[0]?.unit ?? ''}
          word={shown.wordMain}
        />
      </div>
    </div>
  );

  /** All values are missing because the sensors don't report the descriptors. */
  function isNotTold(): boolean {
    return values.notTold.length > 0 && elements.every(({ main }) => main === null);
  }

  /** Returns why no place has a value: closed, or no data. While a site is open 0 is a value. */
  function silence(): string | null {
    const mains = elements.map(({ main }) => main);
    if (mainName === null || mains.some((main) => main !== null && main !== 0)) return null;
    if (isNotTold()) return formatUnsupported(values.notTold, t);
    // People inside are not queried while a site is closed.
    if (values.questions.length === 0 || isClosedThroughout(widget, context)) return t('widgets.empty.closed');
    return mains.every((main) => main === null) ? t('widgets.empty.offline') : null;
  }
}
