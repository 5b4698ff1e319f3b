import type { WidgetType } from '@atrium/domain/pages/definitions';
import { shops, top } from './site.ts';
import type { StateName } from './states.ts';

/** Example definition of a type, and the states it never reaches, with the reason. */
interface Entry {
  readonly definition: Readonly<Record<string, unknown>>;
  readonly never?: Readonly<Partial<Record<StateName, string>>>;
}

const usual = { compare: 'USUAL' } as const;
const halfHours = { groupBy: [{ type: 'DATE', period: 'PT30M' }] };
const noSteps = 'it has no steps of time';

/** One entry per type: the compiler and a test report missing ones. */
export const entries = {
  table: {
    definition: {
      title: 'Shop by shop',
      zoneIds: shops,
      metrics: [{ type: 'affluenceIn', ...usual }, { type: 'captureRate' }, { type: 'dwell' }],
    },
  },
  alertLogTable: {
    definition: { title: 'alerts of the day', zoneIds: [top], metrics: [{ type: 'co2' }, { type: 'affluenceIn' }] },
    never: {
      closed: 'alerts are looked up, open or not',
      nobody: 'no alert is good news, not an empty site',
      offline: 'what was noticed stays noticed',
      notTold: 'an alert is about everybody',
      tooWide: noSteps,
    },
  },
  areaChart: {
    definition: {
      title: 'Entries through the day',
      zoneIds: [top],
      metrics: [{ type: 'affluenceIn', ...halfHours, ...usual }],
    },
  },
  lineChart: {
    definition: {
      title: 'Entries by shop',
      zoneIds: shops,
      configuration: { thresholds: [{ value: 120, label: 'Two at the till', color: '#d9480f' }] },
      metrics: [{ type: 'affluenceIn', groupBy: [{ type: 'ZONE' }, { type: 'DATE', period: 'PT1H' }] }],
    },
  },
  barChart: {
    definition: { title: 'Where people went', zoneIds: shops, metrics: [{ type: 'affluenceIn', ...usual }] },
  },
  columnChart: {
    definition: {
      title: 'Women and men by the hour',
      zoneIds: [top],
      configuration: { stacked: true },
      metrics: [{ type: 'affluenceIn', groupBy: [{ type: 'GENDER' }, { type: 'DATE', period: 'PT1H' }] }],
    },
  },
  gridChart: {
    definition: {
      title: 'Busy hours by shop',
      zoneIds: shops,
      metrics: [{ type: 'affluenceIn', groupBy: [{ type: 'ZONE' }, { type: 'DATE', period: 'PT1H' }] }],
    },
  },
  pieChart: {
    definition: {
      title: 'Who came',
      zoneIds: [top],
      metrics: [{ type: 'affluenceIn', groupBy: [{ type: 'GENDER' }] }],
    },
  },
  circleChart: {
    definition: { title: 'Capture rate', zoneIds: [top], metrics: [{ type: 'captureRate' }] },
  },
  progressBarChart: {
    definition: {
      title: 'Shares of the day',
      zoneIds: shops,
      metrics: [{ type: 'affluenceIn', groupBy: [{ type: 'ZONE' }] }],
    },
  },
  webChart: {
    definition: {
      title: 'Shops compared',
      zoneIds: shops,
      metrics: [{ type: 'affluenceIn' }, { type: 'captureRate' }, { type: 'dwell' }],
    },
  },
  kpis: {
    definition: {
      title: 'The day in figures',
      zoneIds: [top],
      realTime: 'live',
      tooltipMessages: ['Counted at the doors of the centre'],
      metrics: [
        { type: 'affluenceIn', ...usual },
        { type: 'affluenceOut', ...usual },
        { type: 'footfall', ...usual },
        { type: 'inside' },
      ],
    },
  },
  mapView: {
    definition: { title: 'The centre from above', zoneIds: [top] },
    never: {
      nobody: 'nobody is a colour of the scale',
      noMatch: 'it shows what is drawn on it',
      tooWide: noSteps,
    },
  },
  heatmap: {
    definition: { title: 'Where people stood', zoneIds: [top] },
    never: {
      offline: 'a day without positions has no picture',
      notTold: 'a day without positions has no picture',
      noMatch: 'a day without positions has no picture',
      tooWide: noSteps,
    },
  },
  weather: {
    definition: { title: 'Weather at the lake', configuration: { installationId: 1 } },
    never: {
      closed: 'the weather is always open',
      nobody: 'the weather counts nobody',
      forbidden: 'unknown weather is quiet, whatever the reason',
      noMatch: 'it follows no filter',
      notTold: 'the weather counts nobody',
      tooWide: noSteps,
    },
  },
  zones: {
    definition: { title: 'How full each part is', zoneIds: [top], metrics: [{ type: 'inside' }] },
    never: {
      nobody: 'an empty shop is a number of its own',
      noMatch: 'it shows its own zones',
      notTold: 'who is inside is not told apart',
      tooWide: noSteps,
    },
  },
} as const satisfies Record<WidgetType, Entry>;

export const findEntry = (type: WidgetType): Entry => entries[type];
