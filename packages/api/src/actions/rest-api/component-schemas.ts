import { conditionTypes, severities } from '@atrium/domain/actions/alerts';
import { errorCodes } from '@atrium/domain/core';
import {
  aggregations,
  criteria,
  discontinuousPeriods,
  groupByTypes,
  hourPresets,
  metrics,
  passageTypes,
  queryCompareModes,
  targets,
} from '@atrium/domain/numbers';
import { tokenScopes } from '@atrium/domain/people/access';
import { deviceKinds } from '@atrium/domain/sites';
import { calendarKinds } from '../../numbers/index.ts';
import { alertStatuses, firingEndings } from '../alerts/index.ts';
import {
  decimal,
  described,
  enumOf,
  flag,
  instant,
  integer,
  listOf,
  nullable,
  objectOf,
  refTo,
  type Schema,
  text,
} from './schema.ts';

/** Returns a page of a list. */
const pageOf = (name: string): Schema =>
  objectOf({
    items: listOf(refTo(name)),
    next: described(nullable(text), 'Value of `after` for the next page; null on the last one.'),
  });

const problem = objectOf(
  {
    type: text,
    title: text,
    status: integer,
    code: enumOf(Object.keys(errorCodes)),
    detail: text,
    field: described(text, 'The field or parameter that is wrong.'),
    retryAfter: described(integer, 'Seconds until a retry makes sense.'),
  },
  ['field', 'retryAfter'],
);

const token = objectOf({
  publicId: described(text, 'The half that is no secret; MQTT topics name it.'),
  scopes: listOf(enumOf(tokenScopes)),
  siteIds: described(nullable(listOf(integer)), 'Null: all sites of the organization.'),
});

const listedToken = objectOf({
  publicId: text,
  name: text,
  isPersonal: described(flag, 'Whether it acts as a person, with their rights and sites.'),
  scopes: listOf(enumOf(tokenScopes)),
  siteIds: described(nullable(listOf(integer)), 'Null: all sites, or those of the owner.'),
  createdAt: instant,
  expiresAt: described(nullable(instant), 'Null: never.'),
  lastUsedAt: described(nullable(instant), 'Null: no use is known.'),
});

const webhook = objectOf({
  id: integer,
  url: text,
  events: listOf(text),
  createdAt: instant,
  pausedAt: described(nullable(instant), 'Since when it is not called; null: it is.'),
  failures: described(integer, 'Failed tries since the last success.'),
});

const exportJob = objectOf({
  id: integer,
  siteId: described(nullable(integer), 'Null: a site that the token does not see.'),
  state: enumOf(['waiting', 'running', 'done', 'failed', 'cancelled', 'expired']),
  createdAt: instant,
  finishedAt: nullable(instant),
  rows: integer,
  bytes: described(nullable(integer), 'Null: there is no file.'),
  expiresAt: nullable(instant),
});

const report = objectOf({
  id: integer,
  siteId: integer,
  zoneId: integer,
  title: text,
  isEnabled: flag,
  nextAt: described(nullable(instant), 'Null: none is planned.'),
});

const calendarEntry = objectOf({
  siteId: integer,
  kind: enumOf(calendarKinds),
  name: described(nullable(text), 'Null of closed days.'),
  firstDay: text,
  lastDay: described(text, 'Included.'),
});

const explanationQuery = objectOf(
  {
    siteId: integer,
    metric: text,
    from: described(text, "First day, a site's own day. Default: today."),
    to: described(text, 'Last day, included. Default: `from`.'),
  },
  ['from', 'to'],
);

const explanation: Schema = {
  type: 'object',
  description: 'A number of a site with its coverage, and the sensors, readings, gaps and corrections behind it.',
  properties: {
    from: text,
    to: text,
    metric: text,
    unit: text,
    data: listOf(refTo('LabelledValue')),
    coverage: refTo('Coverage'),
    readings: described(integer, 'Readings that it consists of.'),
    sources: listOf({ type: 'object' }),
    takenOut: listOf({ type: 'object' }),
    url: described(text, 'Page that shows the number.'),
  },
  required: ['metric', 'unit', 'data', 'coverage', 'readings', 'sources', 'takenOut', 'url'],
};

const organization = objectOf({ id: integer, name: text, siteCount: described(integer, 'Sites the token sees.') });

const site = objectOf({
  id: integer,
  key: described(text, 'The name in site files; it never changes.'),
  name: text,
  address: nullable(text),
  city: nullable(text),
  country: described(nullable(text), 'ISO 3166.'),
  timezone: described(text, 'IANA name. All days are days of this zone.'),
  changeOfDay: described(text, 'Local time at which a day begins.'),
  currency: described(nullable(text), 'ISO 4217.'),
  areaM2: nullable(decimal),
  latitude: nullable(decimal),
  longitude: nullable(decimal),
});

const zone = objectOf({
  id: integer,
  siteId: integer,
  key: text,
  name: text,
  parentIds: described(listOf(integer), 'Zones that contain it. Empty: a top zone.'),
  areaM2: nullable(decimal),
  limit: described(nullable(integer), 'Maximum number of people.'),
  isDisabled: flag,
});

const passage = objectOf({
  id: integer,
  siteId: integer,
  key: text,
  name: text,
  fromZoneId: described(nullable(integer), 'Null: the outside.'),
  toZoneId: described(nullable(integer), 'Null: the outside.'),
  footfallOfZoneId: described(nullable(integer), 'Set if it counts passers-by in front of this zone.'),
});

const device = objectOf({
  id: integer,
  siteId: integer,
  serial: text,
  name: text,
  kind: enumOf(deviceKinds),
  intervalSeconds: described(integer, 'Reporting interval.'),
  passageId: described(nullable(integer), 'Where it is installed now.'),
  zoneId: described(nullable(integer), 'Where it is installed now.'),
  installedAt: instant,
});

const event = objectOf({
  id: integer,
  siteId: integer,
  name: text,
  metrics: described(listOf(text), 'Metrics it is shown with.'),
  firstDay: described(nullable(text), "The site's own day. Null: an event without an end."),
  lastDay: described(nullable(text), "The site's own day, included. Null: an event without an end."),
});

const alert = objectOf({
  id: integer,
  siteId: integer,
  name: text,
  conditionType: enumOf(conditionTypes),
  severity: enumOf(severities),
  status: described(enumOf(alertStatuses), 'The worst of its places.'),
  since: described(nullable(instant), 'Start of the status. Null: since it was created, or it is off.'),
  isEnabled: flag,
  isOpen: described(flag, 'It fires somewhere.'),
  mutedUntil: nullable(instant),
  lastFiredAt: described(nullable(instant), 'Null: never, or its log is deleted.'),
});

const firing = objectOf({
  id: integer,
  alertId: integer,
  siteId: integer,
  conditionType: text,
  severity: described(enumOf(severities), 'As it was when it fired.'),
  begin: instant,
  end: described(nullable(instant), 'Null: it still fires.'),
  endedBy: described(
    { ...nullable(text), enum: [...firingEndings, null] },
    'ended: by its value; closed: opening hours were over; disabled: the alert was switched off or changed.',
  ),
  zoneId: described(nullable(integer), 'Null: the whole site, or a deleted zone.'),
  passageId: nullable(integer),
  deviceId: nullable(integer),
  metrics: listOf(
    objectOf({
      metric: text,
      threshold: nullable(decimal),
      value: described(nullable(decimal), 'Farthest past the threshold. Null: not known.'),
    }),
  ),
  acknowledgedAt: nullable(instant),
  acknowledgement: described(nullable(text), 'The note.'),
});

const metric = objectOf({
  id: text,
  kind: described(enumOf([...new Set(metrics.map(({ kind }) => kind))]), 'Decides how its values combine.'),
  unit: text,
  decimals: integer,
  defaultAggregation: enumOf(aggregations),
  aggregations: listOf(enumOf(aggregations)),
});

const uppercase = (words: readonly string[]) => words.map((word) => word.toUpperCase());

/** Options of a query may be null, which means the same as absent. */
const optional = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema =>
  objectOf(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, required.includes(name) ? schema : optionOf(schema)]),
    ),
    Object.keys(properties).filter((name) => !required.includes(name)),
  );

/** An enum that accepts null has to list it. */
const optionOf = (schema: Schema): Schema =>
  Array.isArray(schema.enum) ? { ...nullable(schema), enum: [...schema.enum, null] } : nullable(schema);

const query = optional(
  {
    metric: described(text, 'Id of a metric (`GET /metrics`).'),
    target: described(enumOf(targets), 'What the number belongs to. Default: zones.'),
    filters: optional(
      {
        operator: enumOf(['AND']),
        conditions: {
          ...listOf(
            optional({ criterion: enumOf(criteria), operator: enumOf(['IN', 'NOT_IN']), values: listOf(text) }, [
              'criterion',
              'values',
            ]),
          ),
          description:
            'Ids as texts. `DATE` takes `2026-11-01/2026-12-01` (the second day is not included) in the own days of each site.',
        },
      },
      ['conditions'],
    ),
    groupBy: listOf(
      optional(
        {
          type: enumOf(groupByTypes),
          granularity: described(integer, 'Seconds, of DATE.'),
          period: enumOf(discontinuousPeriods),
          aggregation: enumOf(aggregations),
          tagId: integer,
          tagIds: listOf(integer),
        },
        ['type'],
      ),
    ),
    aggregation: enumOf(aggregations),
    granularity: described(integer, 'Seconds.'),
    hours: optional({ openingOnly: flag, preset: enumOf(uppercase(hourPresets)), from: text, to: text }),
    compare: described(enumOf(queryCompareModes), 'Adds `comparison`, `evolution` and `usual` to the answer.'),
    comparedWithin: text,
    complementary: described(text, 'A second metric.'),
    passageType: enumOf(passageTypes),
    sortBy: optional({ type: enumOf(['LABEL', 'VALUE']), order: enumOf(['ASC', 'DESC']) }, ['type']),
    limit: integer,
  },
  ['metric'],
);

const labelledValue: Schema = {
  type: 'object',
  description: 'A label and its value, or a list of them for a further grouping. A missing value is null, never 0.',
  properties: {
    label: text,
    value: { anyOf: [{ type: ['number', 'string', 'null'] }, listOf(refTo('LabelledValue'))] },
    partial: described({ const: true }, 'The period has not ended.'),
    state: described(enumOf(['missing', 'closed']), 'Why there is no value.'),
    notTold: described(listOf(text), 'Descriptors asked for that the sensors do not report.'),
    tooFew: refTo('ComparisonCoverage'),
    expected: described({ type: 'object' }, 'Set where the query compares with EXPECTED.'),
  },
  required: ['label', 'value'],
  additionalProperties: false,
};

const comparisonCoverage = objectOf({
  known: described(decimal, "Whole days' worth that is known on both sides."),
  asked: described(decimal, 'Past days of which anything is expected.'),
});

const coverage = objectOf({
  ratio: described(nullable(decimal), 'Reported ÷ expected device-time, 0…1; null when nothing was expected.'),
  silent: described(
    listOf(
      objectOf({
        deviceId: integer,
        name: text,
        from: instant,
        to: instant,
        count: described(integer, 'Gaps that this stands for.'),
        silentMs: decimal,
      }),
    ),
    'Gaps of devices, oldest first.',
  ),
  sites: listOf(
    objectOf({
      siteId: integer,
      ratio: nullable(decimal),
      silentSince: described(nullable(instant), 'Null while any sensor reports.'),
    }),
  ),
});

const measurement = objectOf({
  metric: text,
  unit: text,
  data: listOf(refTo('LabelledValue')),
  comparison: nullable(listOf(refTo('LabelledValue'))),
  evolution: described(nullable(listOf(refTo('LabelledValue'))), 'Change in %, over intervals known on both sides.'),
  usual: described(
    nullable(listOf({ type: 'object' })),
    'What screens show beside each number: its usual value, range and change.',
  ),
  comparisonCoverage: nullable(refTo('ComparisonCoverage')),
  comparisonTimes: described(nullable(integer), 'Earlier times that the comparison is the mean of.'),
  granularity: described(nullable(integer), 'Seconds of the innermost grouping by time.'),
  coverage: refTo('Coverage'),
  notTold: described(listOf(text), 'Descriptors asked for that no sensor reports.'),
});

const changePage = objectOf({
  items: listOf(
    objectOf({
      siteId: integer,
      day: described(text, "The site's own day."),
      isSettled: described(flag, 'False while readings of it may still arrive; it is listed again afterwards.'),
    }),
  ),
  next: described(text, 'Value of `since` for the next request, now or later.'),
  hasMore: described(flag, 'Ask again at once.'),
});

/** Schemas by name, as the document lists them. */
export const componentSchemas: Readonly<Record<string, Schema>> = {
  Problem: problem,
  Token: token,
  Organization: organization,
  Site: site,
  Zone: zone,
  Passage: passage,
  Device: device,
  Event: event,
  Alert: alert,
  AlertEvent: firing,
  Metric: metric,
  CalendarEntry: calendarEntry,
  CalendarPage: pageOf('CalendarEntry'),
  ListedToken: listedToken,
  Webhook: webhook,
  Export: exportJob,
  Report: report,
  ExplanationQuery: explanationQuery,
  Explanation: explanation,
  TokenPage: pageOf('ListedToken'),
  WebhookPage: pageOf('Webhook'),
  ExportPage: pageOf('Export'),
  ReportPage: pageOf('Report'),
  SitePage: pageOf('Site'),
  ZonePage: pageOf('Zone'),
  PassagePage: pageOf('Passage'),
  EventPage: pageOf('Event'),
  AlertPage: pageOf('Alert'),
  AlertEventPage: pageOf('AlertEvent'),
  DevicePage: pageOf('Device'),
  MetricPage: pageOf('Metric'),
  MeasurementQuery: query,
  Measurement: measurement,
  ChangePage: changePage,
  LabelledValue: labelledValue,
  ComparisonCoverage: comparisonCoverage,
  Coverage: coverage,
};
