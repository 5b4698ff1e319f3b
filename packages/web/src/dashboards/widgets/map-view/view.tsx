import { useQuery } from '@apollo/client/react';
import { findZone, zonesOfWidget } from '@atrium/domain/dashboards/widgets';
import { elementsOf, type MapElement, mapOptions, metricsOf, rangesOf } from '@atrium/domain/map-view';
import { findMetric } from '@atrium/domain/measurements';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Quiet } from '../chrome/quiet.tsx';
import { Skeleton } from '../chrome/skeleton.tsx';
import { FailedState } from '../chrome/state-words.tsx';
import type { WidgetViewProps } from '../view.ts';
import { wordValue } from '../words/metric-words.ts';
import { ElementList } from './element-list.tsx';
import { MapLegend } from './map-legend.tsx';
import styles from './map-view.module.css';
import { WidgetMapViewDocument } from './operations.generated.ts';
import { Plan, type ShownElement } from './plan.tsx';
import { readMap, type ShownMap } from './read-map.ts';
import { useOption } from './use-option.ts';
import { useValues } from './use-values.ts';

/** Zones and passages on a picture, coloured by what is measured there. Without a drawn map there is nothing to show. */
export function View(props: WidgetViewProps) {
  const { say } = useText();
  const [zoneId] = zonesOfWidget(props.widget, props.context);
  const { data, loading } = useQuery(WidgetMapViewDocument, {
    variables: { zoneId: zoneId ?? 0 },
    skip: zoneId === undefined,
  });
  const answer = data?.mapViewConfigByZoneId[0];
  const map = useMemo(() => readMap(answer), [answer]);
  if (map) return <DrawnMap key={zoneId} map={map} {...props} />;
  if (loading) return <Skeleton type="mapView" count={1} />;
  return <Quiet icon="compass" title={say('mapView.none')} detail={say('mapView.none.detail')} />;
}

function DrawnMap({ map, ...props }: WidgetViewProps & { readonly map: ShownMap }) {
  const { widget, context, height, act, setLine, setTable } = props;
  const { config } = map;
  const { say, locale } = useText();
  const nameOf = (metric: string) => (findMetric(metric) ? say(`metric.${metric}` as MessageId) : metric);
  const options = mapOptions(config, nameOf);
  const [chosen, wanted, choose] = useOption();
  const [layer, setLayer] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const option = chosen === null ? null : (options[chosen] ?? null);
  const metrics = metricsOf(config, option);
  const visible = elementsOf(config, option);
  const values = useValues({ widget, context, live: props.live }, visible, metrics);
  const [main] = metrics;
  const measured = main === undefined ? [] : visible.flatMap((element) => values.valueAt(element, main) ?? []);
  const ranges = main === undefined ? [] : rangesOf(config, main, measured);
  const word = (metric: string, value: number | null) => {
    const known = findMetric(metric);
    return known
      ? wordValue(value, known, { decimals: known.decimals, hideUnit: false, formatter: null }, { say, locale })
      : { text: String(value ?? '–'), unit: '' };
  };
  const isCleared = chosen === null;
  const elements = visible.map((element): ShownElement => {
    const isMeasured = element.zoneId !== undefined || element.passageId !== undefined;
    const lines = metrics.map((metric) => ({ metric, label: nameOf(metric), value: values.valueAt(element, metric) }));
    return {
      element,
      name: nameOfElement(element, context) ?? say('mapView.place'),
      main: isCleared ? null : (lines[0]?.value ?? null),
      lines: (isMeasured && !isCleared ? lines : [])
        .filter(({ value }) => value !== null || element.passageId === undefined)
        .map((line) => ({ ...line, ...word(line.metric, line.value) })),
    };
  });
  const mainName = main === undefined ? null : nameOf(main);
  useEffect(() => {
    setLine(mainName);
    return () => setLine(null);
  }, [setLine, mainName]);
  const written = JSON.stringify([
    [say('mapView.place'), ...metrics.map(nameOf)],
    elements
      .filter(({ lines }) => lines.length > 0)
      .map(({ name, lines }) => [
        name,
        ...metrics.map((metric) => wordOf(lines.find((line) => line.metric === metric))),
      ]),
  ]);
  useEffect(() => {
    const [columns, rows] = JSON.parse(written) as [string[], string[][]];
    setTable(rows.length === 0 ? null : () => ({ columns, rows }));
    return () => setTable(null);
  }, [setTable, written]);
  if (values.failure) return <FailedState code={values.failure.code} retry={values.retry} />;
  const enter = (element: MapElement) =>
    element.zoneId !== undefined && act?.chooseZone ? () => act.chooseZone?.(element.zoneId as number) : null;
  return (
    <div
      className={styles.map}
      style={{ '--height': `${height}px` } as CSSProperties}
      aria-busy={values.isLoading || isCleared}
    >
      <div className={styles.choices} data-export="skip">
        {options.length > 1 && (
          <select
            aria-label={say('mapView.option')}
            value={wanted}
            onChange={({ target }) => choose(Number(target.value))}
          >
            {options.map(({ title }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: options are known by their place
              <option key={index} value={index}>
                {title}
              </option>
            ))}
          </select>
        )}
        {map.layers.length > 1 && (
          <select
            aria-label={say('mapView.layer')}
            value={layer}
            onChange={({ target }) => setLayer(Number(target.value))}
          >
            {map.layers.map(({ name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: layers are known by their place
              <option key={index} value={index}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <div
        className={styles.body}
        data-legend={config.colorimetryConfig?.position ?? config.legendConfig?.position ?? 'bottom'}
      >
        <Plan
          {...{ config, option, elements, ranges, pointed, setPointed, enter }}
          pictures={map.layers.length > 0 ? map.layers.slice(layer, layer + 1) : map.backgrounds}
        />
        {config.showList && <ElementList {...{ elements, ranges, pointed, setPointed, enter }} />}
        <MapLegend
          config={config}
          ranges={ranges}
          hasValues={!isCleared}
          word={(value) => (main === undefined ? '' : word(main, value).text)}
        />
      </div>
    </div>
  );
}

const wordOf = (line: { readonly text: string; readonly unit: string } | undefined) =>
  line === undefined ? '' : `${line.text} ${line.unit}`.trim();

function nameOfElement({ name, zoneId }: MapElement, { sites }: WidgetViewProps['context']): string | null {
  return name ?? (zoneId === undefined ? null : (findZone(sites, zoneId)?.name ?? null));
}
