import { useQuery } from '@apollo/client/react';
import { type ColorRange, findColorRange, type MapConfig } from '@atrium/domain/pages/map-views';
import { isClosedThroughout, listWidgetZones } from '@atrium/domain/pages/widgets';
import { type CSSProperties, useEffect, useMemo, useState } from 'react';
import { formatUnsupported } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../../numbers/answers/index.ts';
import { Select } from '../../../ui/form/select.tsx';
import { Value } from '../../words/value.tsx';
import { FailedState, Quiet, Skeleton } from '../chrome/widget-states.tsx';
import type { WidgetViewProps } from '../pictures/view.ts';
import { getNumberKey, parseMap, type ShownElement, type ShownMap } from './map-elements.ts';
import { Plan, type PointedProps } from './map-plan.tsx';
import { getOpacity } from './map-shape.tsx';
import styles from './map-view.module.css';
import { WidgetMapViewDocument } from './operations.generated.ts';
import { useShownElements } from './use-map-elements.ts';

interface MapLegendProps {
  readonly config: MapConfig;
  readonly ranges: readonly ColorRange[];
  /** Whether the ranges adapt to the current values. */
  readonly isRelative: boolean;
  /** Whether any place is colored by the ranges now. */
  readonly hasValues: boolean;
  /** Why some places are grey; null if every place has a value. */
  readonly gap: string | null;
  /** Common opacity of the places. */
  readonly opacity: number;
  /** Unit of the range limits. */
  readonly unit: string;
  readonly word: (value: number) => string;
}

/** Explains the colors by the ranges' names or limits, and shows the map's own legend. */
function MapLegend({ config, ranges, isRelative, hasValues, gap, opacity, unit, word }: MapLegendProps) {
  const { colorimetryConfig, legendConfig, legends = [] } = config;
  const shownRanges = hasValues && colorimetryConfig?.isLegendHidden !== true ? ranges : [];
  const captions = legendConfig?.isHidden === true ? [] : legends;
  if (shownRanges.length + captions.length === 0 && gap === null) return null;
  const isWorded = shownRanges.every(({ text }) => text !== undefined);
  return (
    <ul className={styles.legend}>
      {shownRanges.map((range, place) => (
        <li key={`${range.color} ${range.limits.lower} ${range.limits.upper}`}>
          <span className={styles.swatch} style={{ background: range.color, opacity }} />
          <bdi>{range.text ?? limitsWord(range, isRelative ? endsOf(place, ranges) : null, word)}</bdi>
        </li>
      ))}
      {!isWorded && unit !== '' && <li className={styles.legendUnit}>{unit}</li>}
      {gap !== null && (
        <li>
          <span className={styles.swatch} style={{ background: 'var(--track)', opacity }} />
          {gap}
        </li>
      )}
      {captions.map(({ color, caption }) => (
        <li key={`${color} ${caption}`}>
          <span className={styles.swatch} style={{ background: color }} />
          <bdi>{caption}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The outer limits of a relative scale exceed the values by 1. */
function limitsWord(
  { limits: { lower, upper } }: ColorRange,
  relative: { readonly isFirst: boolean; readonly isLast: boolean } | null,
  word: (value: number) => string,
): string {
  const from = lower ?? null;
  const to = upper ?? null;
  if (relative) {
    const ends = [word((from ?? 0) + Number(relative.isFirst)), word((to ?? 0) - Number(relative.isLast))];
    return [...new Set(ends)].join(' – ');
  }
  if (from === null) return to === null ? '' : `< ${word(to)}`;
  return to === null ? `≥ ${word(from)}` : `${word(from)} – ${word(to)}`;
}

const endsOf = (place: number, { length }: readonly unknown[]) => ({
  isFirst: place === 0,
  isLast: place === length - 1,
});

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
          gap={hasGaps ? (isUnsupported() ? formatUnsupported(values.notTold, t) : t('charts.noData')) : null}
          opacity={commonOpacity(elements)}
          unit={elements.find(({ main }) => main !== null)?.lines[0]?.unit ?? ''}
          word={shown.wordMain}
        />
      </div>
    </div>
  );

  /** Whether all values are missing because the sensors don't report the descriptors. */
  function isUnsupported(): boolean {
    return values.notTold.length > 0 && elements.every(({ main }) => main === null);
  }

  /** Returns why no place has a value: closed, or no data. While a site is open 0 is a value. */
  function silence(): string | null {
    const mains = elements.map(({ main }) => main);
    if (mainName === null || mains.some((main) => main !== null && main !== 0)) return null;
    if (isUnsupported()) return formatUnsupported(values.notTold, t);
    // People inside are not queried while a site is closed.
    if (values.questions.length === 0 || isClosedThroughout(widget, context)) return t('widgets.empty.closed');
    return mains.every((main) => main === null) ? t('widgets.empty.offline') : null;
  }
}

interface ChoiceProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly choose: (place: number) => void;
}

/** A single choice by index. Renders nothing if there is only one option. */
function Choice({ label, names, chosen, choose }: ChoiceProps) {
  if (names.length < 2) return null;
  return (
    <Select aria-label={label} value={chosen} onChange={({ target }) => choose(Number(target.value))}>
      {names.map((name, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are known by their place
        <option key={place} value={place}>
          {name}
        </option>
      ))}
    </Select>
  );
}

interface ElementListProps extends Omit<PointedProps, 'enter'> {
  /** Filters the page by the element's zone; null if that is impossible. */
  readonly choose: (shown: ShownElement) => (() => void) | null;
  /** Opens the explanation; null if there is none. */
  readonly explain: (shown: ShownElement) => (() => void) | null;
}

/** Lists the map's places, highest value first. Hovering one highlights it on the map. */
function ElementList({ elements, ranges, pointed, setPointed, choose, explain }: ElementListProps) {
  const { t } = useText();
  const listed = elements
    .map((shown, place) => ({ shown, place }))
    .filter(({ shown }) => shown.lines.length > 0)
    .sort((a, b) => (b.shown.main ?? -Infinity) - (a.shown.main ?? -Infinity));
  return (
    <ul className={styles.list} aria-label={t('mapView.list')}>
      {listed.map(({ shown, place }) => {
        const { name, main, lines } = shown;
        const pick = choose(shown);
        const pointing = {
          onMouseEnter: () => setPointed(place),
          onMouseLeave: () => setPointed(null),
          onFocus: () => setPointed(place),
          onBlur: () => setPointed(null),
        };
        return (
          <li key={place} className={styles.listRow} data-pointed={pointed === place || undefined} {...pointing}>
            <span
              className={styles.swatch}
              style={{ background: findColorRange(ranges, main)?.color ?? 'var(--track)', opacity: getOpacity(shown) }}
            />
            {pick === null ? (
              <span className={styles.listName}>
                <bdi>{name}</bdi>
              </span>
            ) : (
              <button type="button" className={styles.listName} onClick={pick}>
                <bdi>{name}</bdi>
              </button>
            )}
            <bdi className={styles.listValue}>
              <Value text={lines[0]?.text ?? ''} explain={main === null ? null : explain(shown)} />{' '}
              <span className={styles.unit}>{lines[0]?.unit}</span>
            </bdi>
          </li>
        );
      })}
    </ul>
  );
}
