import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { RawQuery } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { concat, delay, map as mapEach, NEVER, type Observable, of, throwError } from 'rxjs';
import { answerNumbers } from './numbers.ts';
import { boxes, plan, warmth } from './pictures.ts';
import { parseClock, shops, top } from './site.ts';
import type { GalleryState } from './states.ts';

type Data = Record<string, unknown>;

/**
 * Builds a client with a deterministic in-memory server. `drawn` overrides the gallery's map. A live value changes from
 * its first value to `later`.
 */
export function createGalleryClient(
  state: GalleryState,
  { drawn = {}, later = NEVER }: { readonly drawn?: Data; readonly later?: Observable<number> } = {},
): ApolloClient {
  const link = new ApolloLink(({ operationName, variables }) => {
    if (state.answering === 'never') return NEVER;
    if (state.answering === 'forbidden') return of(refused(operationName, variables));
    if (state.answering === 'fault')
      return throwError(() => new CombinedGraphQLErrors({ data: null, errors: [fault] }));
    if (operationName === 'WidgetLive')
      return concat(
        of({ data: pushed(variables) }),
        later.pipe(mapEach((value) => ({ data: pushed(variables, value) }))),
      );
    return of({ data: answer(state, operationName ?? '', variables, drawn) }).pipe(delay(0));
  });
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

const fault = { message: 'INTERNAL', extensions: { code: 'INTERNAL' } };

/** Refusals as the server sends them: one per question. */
function refused(operation: string | undefined, { queries }: Data) {
  const refusal = { message: 'FORBIDDEN', extensions: { code: 'FORBIDDEN' } };
  if (operation !== 'Answers') return { data: null, errors: [refusal] };
  const answers = (queries as readonly RawQuery[]).map(() => ({
    answer: null,
    refusal: { code: 'FORBIDDEN', reason: null },
  }));
  return { data: { answers } };
}

function answer(state: GalleryState, operation: string, variables: Data, drawn: Data): Data {
  const { answering, now } = state;
  const isSome = answering === 'numbers';
  switch (operation) {
    case 'Answers':
      return {
        answers: (variables.queries as readonly RawQuery[]).map((query) => {
          const parsed = parseQuery(query);
          if (!parsed.ok) return { answer: null, refusal: { reason: null, ...parsed.error } };
          return {
            answer: { __typename: 'RetailData', ...answerNumbers({ query, answering, now }) },
            refusal: null,
          };
        }),
      };
    case 'WidgetAlertLog':
      return { alertLogConnection: isSome ? alerts(state) : noAlerts };
    case 'WidgetHeatmap':
      return { heatmapDays: isSome ? [pictureOf(String(variables.from))] : [] };
    case 'WidgetMapView':
      return { mapViewConfigByZoneId: [{ ...map, ...drawn }] };
    case 'WidgetWeather':
      return { weather: isSome ? weather : null };
    case 'SourceReadings':
      return { readingsBehind: { count: 0, sources: [], readings: [], corrections: [] } };
    case 'WidgetPlaces':
      return {
        passagesByInstallation: [{ id: 3, name: 'North door' }],
        padsByInstallation: [{ id: 7, name: 'North entrance' }],
        devicesAtmosphereByInstallation: [],
      };
    case 'WidgetDevices':
      return { padsByInstallation: [{ id: 7, name: 'North entrance' }], devicesAtmosphereByInstallation: [] };
    default:
      throw new Error(`The gallery has no answer to ${operation}`);
  }
}

function pushed({ entityIds, metrics }: Data, value = 600 + 7 * String((metrics as string[])[0]).length): Data {
  const [entityId] = entityIds as number[];
  const [metric] = metrics as string[];
  return {
    liveMetric: {
      entityId,
      metric,
      value,
      at: parseClock('2026-03-12T14:10'),
      state: 'known',
    },
  };
}

const pageInfo = { hasNextPage: false, endCursor: null };
const noAlerts = { count: 0, pageInfo, nodes: [] };

function alerts({ filters: { ranges } }: GalleryState) {
  const day = ranges[0]?.from;
  const nodes = [
    { zoneName: 'Food court', at: '12:20', until: '12:55', type: 'co2', threshold: 1000, value: 1240 },
    { zoneName: 'Arcades du Lac', at: '11:45', until: null, type: 'affluenceIn', threshold: 300, value: 342 },
    { zoneName: null, at: '09:05', until: '09:40', type: 'co2', threshold: 1000, value: 1075 },
  ].map(({ zoneName, at, until, ...metric }, place) => ({
    id: place + 1,
    alertId: place + 1,
    zoneName,
    dateBegin: parseClock(`${day}T${at}`),
    dateEnd: until === null ? null : parseClock(`${day}T${until}`),
    metrics: [metric],
  }));
  return { count: nodes.length, pageInfo, nodes };
}

const pictureOf = (date: string) => ({ date, url: warmth, background: plan, personHours: 412.5 });

const map = {
  zoneId: top,
  version: 1,
  width: 400,
  height: 200,
  maxWidth: null,
  elements: boxes.map((box, place) => ({ ...box, zoneId: shops[place] })),
  backgrounds: [{ url: plan, backgroundColor: null }],
  layers: [],
  showList: true,
  hideMetricsName: false,
  legends: null,
  filterType: 'metric',
  filterOptions: null,
  metrics: [{ type: 'affluenceIn' }, { type: 'captureRate' }],
  tooltipConfig: { mode: 'always', useTitle: true, useValue: true },
  legendConfig: null,
  colorimetryConfig: {
    useRelativeScale: true,
    colorRanges: ['#d0ebff', '#74c0fc', '#339af0', '#1864ab'].map((color, step) => ({
      color,
      limits: { lower: step * 25, upper: step === 3 ? null : (step + 1) * 25 },
    })),
  },
};

const weather = {
  fetchedAt: parseClock('2026-03-11T12:00'),
  isSample: true,
  now: { sky: 'PARTLY_CLOUDY', temperature: 11.6 },
  days: (['PARTLY_CLOUDY', 'RAIN', 'CLEAR', 'FOG', 'SNOW', 'THUNDER'] as const).map((sky, place) => ({
    date: `2026-03-${11 + place}`,
    sky,
    low: 3 - place,
    high: 13 - 2 * place,
    rainChance: [10, 80, null, 20, 60, 90][place] ?? null,
  })),
};
