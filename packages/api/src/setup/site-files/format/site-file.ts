import { type FiscalYear, fiscalStarts, type Weekday, weekPatterns } from '@atrium/domain/core';
import {
  type Band,
  checkSettings,
  type DatedBand,
  factorKinds,
  type MeterFactor,
  meterResources,
} from '@atrium/domain/numbers';
import type { ShapeReading } from '@atrium/domain/pages/definitions';
import { mapVersion, readMapConfig } from '@atrium/domain/pages/map-views';
import { counterKinds, dayNames, deviceKinds } from '@atrium/domain/sites';
import { isMap } from 'yaml';
import { withPictureKeys } from '../definitions.ts';
import { alert, recipientList } from './alerts.ts';
import { bookmark, dashboard, link } from './dashboards.ts';
import { definition } from './definition.ts';
import { openingHours } from './opening-hours.ts';
import { block, dictionary, lazy, list, nullable, type Read, type Reader, refuse, unreadable } from './readers.ts';
import { rights } from './rights.ts';
import { tariffs } from './tariffs.ts';
import {
  choice,
  colour,
  country,
  currency,
  date,
  email,
  flag,
  key,
  moment,
  number,
  origin,
  text,
  time,
  timezone,
  whole,
} from './values.ts';

const dated = { country: nullable(country), since: nullable(date) };
const limit = number('a limit', -1e9, 1e9);

const rawFactor = block(
  'a factor',
  {
    resource: choice(meterResources),
    per: choice(factorKinds),
    value: number('a number from 0', 0, 1e9),
  },
  dated,
);

const rawBand = block(
  'the bands of a sample',
  { metric: text },
  {
    ...dated,
    below: list('four limits', limit),
    atLeast: list('four limits', limit),
    within: list('four ranges', list('a range of two limits', limit)),
  },
);

/** Factors of a unit of energy or water, per country and from a date on. */
const factors: Reader<readonly MeterFactor[]> = (node, reading) => {
  const read = list('factors', rawFactor)(node, reading);
  if (read === unreadable) return unreadable;
  const values = read.map(({ country: where, since, ...factor }) => ({
    ...factor,
    country: where ?? null,
    since: since ?? null,
  }));
  const checked = checkSettings({ factors: values, bands: [] });
  return checked.ok ? values : refuse(reading, node, checked.error.message);
};

/** Bands of good air: the limits of the scores 5, 4, 3 and 2. */
const bands: Reader<readonly DatedBand[]> = (node, reading) => {
  const read = list('bands', rawBand)(node, reading);
  if (read === unreadable) return unreadable;
  const values: DatedBand[] = [];
  for (const { metric, country: where, since, ...limits } of read) {
    const band = bandOf(limits);
    if (band === null)
      return refuse(reading, node, `the bands of ${metric} need four limits in below, in atLeast or in within`);
    values.push({ metric, country: where ?? null, since: since ?? null, band });
  }
  const checked = checkSettings({ factors: [], bands: values });
  return checked.ok ? values : refuse(reading, node, checked.error.message);
};

interface Limits {
  readonly below?: readonly number[];
  readonly atLeast?: readonly number[];
  readonly within?: readonly (readonly number[])[];
}

function bandOf({ below, atLeast, within }: Limits): Band | null {
  const given = [below, atLeast, within].filter((one) => one !== undefined);
  if (given.length !== 1 || given[0]?.length !== 4) return null;
  if (within?.some((range) => range.length !== 2)) return null;
  return { ...(below && { below }), ...(atLeast && { atLeast }), ...(within && { within }) } as unknown as Band;
}

/** The map of a zone, as in the API, with keys in place of ids. */
const mapView = definition(
  'a map',
  (raw) => ({ version: mapVersion, ...withPictureKeys(raw) }),
  (raw, reading: ShapeReading) => {
    const { zone, ...config } = raw as Readonly<Record<string, unknown>>;
    if (zone === undefined) reading.problem([], 'needs the field "zone"');
    else reading.reference('zone', zone, ['zone']);
    readMapConfig(config, reading);
  },
);

const area = nullable(number('an area in m², above 0', 0.01, 1e8));
const metric = text;
const validity = { validFrom: moment, validTo: moment };

export interface DeclaredZone {
  readonly key: string;
  readonly name?: string;
  readonly area?: number | null;
  readonly limit?: number | null;
  readonly queueLength?: number | null;
  readonly disabled?: boolean;
  readonly tags?: readonly string[];
  readonly parents?: readonly string[];
  readonly removedAt?: string;
  readonly zones?: readonly DeclaredZone[];
}

const zone: Reader<DeclaredZone> = block(
  'a zone',
  { key },
  {
    name: text,
    area,
    limit: nullable(whole('a limit of people, a whole number above 0', 1, 10_000_000)),
    queueLength: nullable(number('a length in m, above 0', 0.01, 1e6)),
    disabled: flag,
    tags: list('tags', text),
    parents: list('keys of zones', key),
    removedAt: moment,
    zones: list(
      'zones',
      lazy(() => zone),
    ),
  },
);

/** A zone's key, or `outside`. */
const end = text;
const passage = block(
  'a passage',
  { key },
  {
    name: text,
    from: end,
    to: end,
    ...validity,
    ends: list('periods', block('a period of a passage', { from: end, to: end }, validity)),
    footfallOf: nullable(key),
    removedAt: moment,
  },
);

const place = { passage: key, zone: key };
const device = block(
  'a device',
  { serial: text },
  {
    kind: choice(deviceKinds),
    name: text,
    ...place,
    ...validity,
    placements: list('placements', block('a placement', {}, { installation: key, ...place, ...validity })),
    members: list(
      'members',
      block('a member', { serial: text }, { factor: number('a factor other than 0', -1e6, 1e6), ...validity }),
    ),
    interval: whole('an interval in whole seconds, 1 to 86400', 1, 86_400),
    reportsZero: flag,
    metric,
    origin: nullable(text),
    destination: nullable(text),
    use: nullable(text),
    type: nullable(text),
    temperature: nullable(text),
    sends: choice(counterKinds),
    main: nullable(flag),
    rollover: nullable(number('the reading at which the meter starts again, above 0', 1e-9, 1e15)),
    installedAt: moment,
    removedAt: moment,
  },
);

const event = block(
  'an event',
  { name: text },
  {
    neverEnding: flag,
    dateBegin: date,
    dateEnd: date,
    removedAt: moment,
    metrics: list('ids of metrics', metric),
    stopngo: nullable(
      block('stopngo', {}, { limit: nullable(whole('a limit of people, a whole number above 0', 1, 10_000_000)) }),
    ),
  },
);

/** A tag by its name, or with those that are part of it: `{ name: Germany, tags: [Bavaria] }`. */
export type DeclaredTag = string | { readonly name: string; readonly tags: readonly DeclaredTag[] };

/** At most this many tags inside each other: continent, country, state, district, town. */
const maxTagDepth = 5;

const tagAtDepth =
  (depth: number): Reader<DeclaredTag> =>
  (node, reading) => {
    if (!isMap(node)) return text(node, reading);
    const inner = depth === maxTagDepth ? tooDeep : tagAtDepth(depth + 1);
    const read = block('a tag', { name: text }, { tags: list('tags', inner) })(node, reading);
    return read === unreadable ? unreadable : { name: read.name, tags: read.tags ?? [] };
  };

const tooDeep: Reader<DeclaredTag> = (node, reading) =>
  refuse(reading, node, `tags lie at most ${maxTagDepth} deep inside each other`);

const tag = tagAtDepth(1);

const installation = block(
  'an installation',
  { key },
  {
    name: text,
    address: nullable(text),
    city: nullable(text),
    country: nullable(country),
    timezone,
    changeOfDay: time,
    openingHours,
    closedDates: list('dates', date),
    area,
    currency: nullable(currency),
    tariffs,
    shopId: nullable(text),
    latitude: nullable(number('a latitude, -90 to 90', -90, 90)),
    longitude: nullable(number('a longitude, -180 to 180', -180, 180)),
    creationDate: moment,
    removedAt: moment,
    tags: list('tags', text),
    zones: list('zones', zone),
    passages: list('passages', passage),
    devices: list('devices', device),
    events: list('events', event),
    alerts: list('alerts', alert),
  },
);

const profile = block('a profile', { name: text, rights }, {});

const user = block(
  'a user',
  { email },
  {
    profile: text,
    role: choice(['admin', 'user']),
    language: choice(['fr', 'en', 'it', 'ar', 'de', 'es']),
    firstName: text,
    lastName: text,
    sites: nullable(list('keys of installations, or null for all', key)),
    siteTags: list('tags of installations', text),
    bookmarks: list('bookmarks', bookmark),
    links: list('links', link),
  },
);

/** At least 35 days, since comparisons with the usual read the last four weeks. */
const keepReadings = nullable(whole('days for which readings are kept, from 35, or null for ever', 35, 36_500));

/** Reads the three letters of a weekday as its number. */
const firstWeekday: Reader<Weekday> = (node, reading) => {
  const name = choice(dayNames)(node, reading);
  return name === unreadable ? unreadable : ((dayNames.indexOf(name) + 1) as Weekday);
};

const rawFiscalYear = block(
  'a fiscal year',
  { firstMonth: whole('the month in which the fiscal year begins, 1 to 12', 1, 12) },
  { weeks: choice(weekPatterns), start: choice(fiscalStarts) },
);

/** Without weeks, its months are calendar months. */
const fiscalYear: Reader<FiscalYear> = (node, reading) => {
  const read = rawFiscalYear(node, reading);
  if (read === unreadable) return unreadable;
  return { firstMonth: read.firstMonth, pattern: read.weeks ?? null, start: read.start ?? 'NEAREST' };
};

/**
 * The format of site files: the required and optional fields of every block. A field left out keeps the stored value,
 * or gets its default for a new record. `null` clears it.
 */
export const siteFile = block(
  'a site file',
  {
    organization: block(
      'the organization',
      { name: text },
      {
        address: nullable(text),
        embedOrigins: list('origins', origin),
        migrationDeadline: nullable(moment),
        keepReadings,
        firstWeekday,
        fiscalYear: nullable(fiscalYear),
      },
    ),
  },
  {
    colours: dictionary('colours', colour),
    factors,
    bands,
    tags: dictionary('tags', list('tags', tag)),
    profiles: list('profiles', profile),
    users: list('users', user),
    installations: list('installations', installation),
    mapViews: list('maps', mapView),
    dashboards: list('dashboards', dashboard),
    recipientLists: list('recipient lists', recipientList),
  },
);

export type SiteFile = Read<typeof siteFile>;
export type DeclaredInstallation = Read<typeof installation>;
export type DeclaredPassage = Read<typeof passage>;
export type DeclaredDevice = Read<typeof device>;
export type DeclaredEvent = Read<typeof event>;
export type DeclaredProfile = Read<typeof profile>;
export type DeclaredUser = Read<typeof user>;
