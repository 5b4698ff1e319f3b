import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyState } from '../../../sites/stored/index.ts';
import { declareSites } from '../declare/declare.ts';
import { readText } from './read-text.ts';
import { Reading } from './reading.ts';

/** Returns every problem of a file against an empty store, as the command line prints them. */
function problemsOf(text: string): string[] {
  const { file, parts } = readText(text);
  const reading = new Reading(parts);
  if (file !== null) declareSites(file, emptyState(), reading, { now: 0, prune: false });
  return reading.problems
    .map(({ line, column, message }) => ({ line, column, message }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map(({ line, column, message }) => `${line}:${column} ${message}`);
}

const organization = 'organization: { name: A }\n';
/** A file whose installation has these fields, on line 3. */
const hall = (fields: string) =>
  `${organization}installations:\n  - { key: hall, name: Hall, timezone: UTC, ${fields} }`;
const zones = 'zones: [{ key: a }, { key: b }]';

test('a whole file has no problems', () => {
  expect(
    problemsOf(
      hall(`${zones}, passages: [{ key: p, from: outside, to: a }], devices: [{ serial: D, kind: pad, passage: p }]`),
    ),
  ).toEqual([]);
});

test.each<[string, string, string[]]>([
  ['nothing', '', ['1:1 the file is empty: expected at least organization: { name: … }']],
  [
    'no YAML',
    'organization: { name: A',
    ['1:24 not readable as YAML: Flow map in block collection must be sufficiently indented and end with a }'],
  ],
  ['a field twice', `${organization}tags: {}\ntags: {}`, ['3:1 this field is already given above']],
  ['a list for a block', '- a', ['1:1 expected a site file, a block of fields, found a list']],
  ['no organization', 'tags: {}', ['1:1 a site file needs the field "organization"']],
  [
    'a section nobody knows',
    `${organization}reports: []`,
    [
      '2:1 a site file has no field "reports"; known: organization, colours, factors, bands, tags, profiles, users, installations, mapViews, dashboards, recipientLists',
    ],
  ],
  [
    'a dashboard without pages, of a site and a person there are not',
    `${organization}dashboards: [{ key: a, installation: hall, user: ann@a.example }]`,
    [
      '2:14 the dashboard a needs at least one page',
      '2:38 there is no installation "hall"',
      '2:50 there is no user ann@a.example',
    ],
  ],
  [
    'widgets: a misspelt field, a place that is none, a setting that is none',
    `${hall(zones)}\ndashboards:\n  - key: a\n    pages:\n      - key: p\n        widgets:\n${[
      '{ type: lineChart, titel: In }',
      '{ type: kpis, title: In, zoneIds: [hall/a, hall/c] }',
      '{ type: kpis, title: In, zoneIds: [4], realTime: often }',
      '{ type: pieChart, title: In, metrics: [{ type: co2, filters: { conditions: [{ criterion: ZONES, values: [hall] }] } }] }',
      '{ type: hologram, beams: 3 }',
    ]
      .map((widget) => `          - ${widget}\n`)
      .join('')}`,
    [
      '9:13 a widget needs the field "title"',
      '9:39 there is no field "titel"; known: version, id, type, title, order, category, tooltipMessages, realTime, ignoredFilters, zoneIds, passageIds, deviceIds, alertIds, kind, isKpiMenuHidden, headers, metrics, kpis, configuration, colorimetryConfig, filters, place',
      '10:56 there is no zone "hall/c"',
      '11:48 expected a zone as installation/zone, found the number 4',
      '11:62 expected one of slow, fast, live, found "often"',
      '12:118 expected a zone as installation/zone, found "hall"',
    ],
  ],
  [
    'bookmarks and links to elsewhere, by id, to what is not there',
    `${organization}profiles: [{ name: P, rights: all }]\nusers:\n  - email: ann@a.example\n    profile: P\n    bookmarks:\n${[
      '{ title: A, url: "//evil.example" }',
      '{ title: B, url: /counting/4 }',
      '{ title: C, url: "/counting/{hall}?zone={hall/a}" }',
      '{ title: D, url: /help, target: _top }',
    ]
      .map((bookmark) => `      - ${bookmark}\n`)
      .join('')}    links:\n      - { text: E, url: "javascript:alert(1)" }`,
    [
      '7:26 expected an address of the product, like /counting/{key of an installation}, found "//evil.example"',
      '8:26 name the installation by its key, like {key}, not by its id 4',
      '9:26 there is no installation "hall"',
      '9:26 there is no zone "hall/a"',
      '10:41 expected one of _self, _blank, found "_top"',
      '12:25 expected an https address, or one of the product like /help, found "javascript:alert(1)"',
    ],
  ],
  [
    'a number for a text',
    'organization: { name: 12 }',
    ['1:23 expected a text of at most 200 characters, found the number 12 (put it in quotes)'],
  ],
  [
    'an origin with a path',
    'organization: { name: A, embedOrigins: ["https://a.example/x"] }',
    ['1:41 expected an origin like https://maps.example, found "https://a.example/x"'],
  ],
  ['a bad colour', `${organization}colours: { accent: blue }`, ['2:20 expected a colour like #1f6feb, found "blue"']],
  [
    'a new site without its needs',
    `${organization}installations: [{ key: hall }]`,
    [
      '2:17 the new installation hall needs the field "name"',
      '2:17 the new installation hall needs the field "timezone"',
    ],
  ],
  [
    'a bad timezone, country and currency at once',
    `${organization}installations:\n  - key: hall\n    name: Hall\n    timezone: Europe/Zuerich\n    country: Schweiz\n    currency: SFR`,
    [
      '5:15 expected a timezone of the IANA list, like Europe/Zurich, found "Europe/Zuerich"',
      '6:14 expected a country as two capital letters (ISO 3166), like CH, found "Schweiz"',
      '7:15 expected a currency as three capital letters (ISO 4217), like CHF, found "SFR"',
    ],
  ],
  [
    'two prices of one day',
    `${organization}installations:\n  - { key: hall, name: H, timezone: UTC, currency: CHF, tariffs: [{ kind: water, price: 1 }, { kind: water, price: 2 }] }`,
    ['3:66 Two tariffs of water apply on the same day.'],
  ],
  [
    'a price of no known kind, and below 0',
    `${organization}installations:\n  - { key: hall, name: H, timezone: UTC, currency: CHF, tariffs: [{ kind: sun, price: -1 }] }`,
    [
      '3:75 expected one of electricity, feedIn, heat, water, hotWater, coldWater, gas, oil, wood, coal, found "sun"',
      '3:87 expected a price, 0 or above, found the number -1',
    ],
  ],
  [
    'prices without a currency',
    `${organization}installations:\n  - { key: hall, name: H, timezone: UTC, tariffs: [{ kind: water, price: 1 }] }`,
    ['3:51 tariffs need a currency'],
  ],
  [
    'a site twice',
    `${hall('')}\n  - { key: hall, name: H, timezone: UTC }`,
    ['4:12 the installation hall is already declared at line 3'],
  ],
  [
    'opening hours: a day that is none',
    hall('openingHours: { monday: ["08:00-19:00"] }'),
    ['3:61 expected days like mon, mon-fri or "sat,sun", or reset, found "monday"'],
  ],
  [
    'opening hours: a time that is none',
    hall('openingHours: { mon: ["08:00-25:00"] }'),
    ['3:67 expected hours like 08:00-19:00, found "08:00-25:00"'],
  ],
  [
    'opening hours that overlap',
    hall('openingHours: { mon: ["08:00-19:00", "18:00-20:00"] }'),
    ['3:59 Openings overlap'],
  ],
  [
    'a date that is none',
    hall('closedDates: ["2026-02-30"]'),
    ['3:59 expected a date like 2026-03-29, found "2026-02-30"'],
  ],
  [
    'an instant without offset',
    hall('creationDate: 2026-02-01T10:00'),
    [
      '3:59 expected a date like 2026-03-29 or an instant with its offset like 2026-03-29T03:05:00+02:00, found "2026-02-01T10:00"',
    ],
  ],
  [
    'a zone twice',
    hall('zones: [{ key: a, zones: [{ key: a }] }]'),
    ['3:78 the zone a of hall is already declared at line 3'],
  ],
  ['a parent nobody knows', hall('zones: [{ key: a, parents: [b] }]'), ['3:73 there is no zone "b" in hall']],
  [
    'zones in a circle',
    hall('zones: [{ key: a, parents: [b] }, { key: b, parents: [a] }]'),
    ['3:72 zones lie inside each other in a circle: a in b in a'],
  ],
  [
    'a site with two tags of a category',
    `${organization}tags: { T: [x, y] }\ninstallations: [{ key: a, name: A, timezone: UTC, tags: [x, y] }]`,
    ['3:57 an installation has one tag of "T" at most'],
  ],
  [
    'tags too deep inside each other',
    `${organization}tags: { T: [${[1, 2, 3, 4, 5].map((name) => `{ name: a${name}, tags: [`).join('')}b${'] }'.repeat(5)}] }`,
    ['2:108 tags lie at most 5 deep inside each other'],
  ],
  [
    'a tag twice in its tree',
    `${organization}tags: { T: [x, { name: y, tags: [x] }] }`,
    [expect.stringMatching(/the tag x is already declared/) as never],
  ],
  ['a tag nobody knows', hall('zones: [{ key: a, tags: [x] }]'), ['3:70 there is no tag "x": declare it under tags']],
  [
    'a passage into nothing',
    hall(`${zones}, passages: [{ key: p, from: outside, to: c }]`),
    ['3:118 there is no zone "c" in hall; a passage joins zones or the word outside'],
  ],
  [
    'a passage from a place to itself',
    hall(`${zones}, passages: [{ key: p, from: a, to: a }]`),
    ['3:112 a passage must join two different places'],
  ],
  [
    'a passage without ends',
    hall(`${zones}, passages: [{ key: p }]`),
    ['3:89 the new passage p needs "from" and "to", "ends" or "footfallOf"'],
  ],
  [
    'ends and passers-by',
    hall(`${zones}, passages: [{ key: p, from: outside, to: a, footfallOf: a }]`),
    ['3:133 a passage counts passers-by (footfallOf) or joins two places (from, to), not both'],
  ],
  [
    'periods that overlap',
    hall(
      `${zones}, passages: [{ key: p, ends: [{ from: outside, to: a, validTo: 2026-03-01 }, { from: outside, to: b, validFrom: 2026-02-01 }] }]`,
    ),
    ['3:153 this period begins before the one before it has ended'],
  ],
  [
    'a period that ends before it begins',
    hall(`${zones}, passages: [{ key: p, from: a, to: b, validFrom: 2026-03-02, validTo: 2026-03-01 }]`),
    ['3:147 validTo must be after validFrom'],
  ],
  [
    'a serial twice, in two sites',
    `${hall(`${zones}, devices: [{ serial: D, kind: pad, zone: a }]`)}\n  - { key: annex, name: X, timezone: UTC, zones: [{ key: z }], devices: [{ serial: D, kind: pad, zone: z }] }`,
    ['4:84 the serial D is already declared at line 3'],
  ],
  [
    'a device nowhere, of no kind',
    hall(`${zones}, devices: [{ serial: D, zone: c }]`),
    ['3:88 the new device D needs the field "kind"', '3:107 there is no zone "c" in hall'],
  ],
  [
    'a device in two places',
    hall(`${zones}, passages: [{ key: p, from: a, to: b }], devices: [{ serial: D, kind: pad, zone: a, passage: p }]`),
    ['3:128 a device is installed at a "passage" or in a "zone": name one of them'],
  ],
  [
    'a meter that measures nothing',
    hall(`${zones}, devices: [{ serial: D, kind: meter, zone: a }]`),
    ['3:88 the meter D needs the field "metric"'],
  ],
  [
    'a meter of something else',
    hall(`${zones}, devices: [{ serial: D, kind: meter, zone: a, metric: co2 }]`),
    [
      '3:131 no meter measures "co2"; known: electricityConsumption, electricityProduction, heatConsumption, heatProduction, waterConsumption, combustibleConsumption',
    ],
  ],
  [
    'a counter with a rollover',
    hall(`${zones}, devices: [{ serial: D, kind: pad, zone: a, rollover: 100 }]`),
    ['3:131 only a device of kind meter has the field "rollover"'],
  ],
  [
    'an event without dates',
    hall('events: [{ name: E, metrics: [co2] }]'),
    ['3:54 the event E needs "dateBegin" and "dateEnd", or neverEnding: true'],
  ],
  [
    'an event that ends before it begins',
    hall('events: [{ name: E, dateBegin: 2026-03-02, dateEnd: 2026-03-01, metrics: [co2] }]'),
    ['3:97 dateEnd must not be before dateBegin'],
  ],
  [
    'an event without metrics',
    hall('events: [{ name: E, neverEnding: true, metrics: [] }]'),
    ['3:93 the event E needs at least one metric'],
  ],
  [
    'a right nobody knows',
    `${organization}profiles: [{ name: P, rights: [dashboard.alerts] }]`,
    [expect.stringMatching(/^2:32 there is no right "dashboard.alerts"; known: organization.user.read, /) as never],
  ],
  [
    'a person without profile, of an unknown site',
    `${organization}users: [{ email: a@b.example, sites: [x] }]`,
    ['2:9 the new user a@b.example needs the field "profile"', '2:39 there is no installation "x"'],
  ],
  [
    'a mistake in a passage is not another one where it is named',
    hall(`${zones}, passages: [{ key: p, from: 1, to: a }], devices: [{ serial: D, kind: pad, passage: p }]`),
    ['3:105 expected a text of at most 200 characters, found the number 1 (put it in quotes)'],
  ],
  ['an alias of nothing', `${organization}tags: { A: *x }`, [expect.stringMatching(/^2:12 /) as never]],
])('%s', (_, text, expected) => {
  const found = problemsOf(text);
  expect(found).toEqual(expected);
});

test('aliases of aliases stop at a bound', () => {
  const rows = Array.from(
    { length: 40 },
    (_, row) => `  a${row}: &a${row} [${row === 0 ? 'x' : `*a${row - 1}, *a${row - 1}`}]`,
  );
  const started = performance.now();
  expect(problemsOf(`${organization}tags:\n${rows.join('\n')}`).length).toBeGreaterThan(0);
  expect(performance.now() - started).toBeLessThan(5000);
});

test('no text crashes the reader, and every problem stands inside the file', () => {
  const pieces = fc.constantFrom(
    'organization',
    ':',
    ' ',
    '\n',
    '{',
    '}',
    '[',
    ']',
    '- ',
    '  ',
    '"',
    "'",
    '&a ',
    '*a',
    '#',
    '|',
    '>',
    'name',
    'A',
    'zones',
    'key',
    '!!',
    '?',
    '\t',
    '12',
    'null',
    '__proto__',
    'tags',
    ',',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      const lines = text.split('\n');
      for (const { line, column } of readText(text).parts.problems)
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1);
    }),
    { numRuns: 500 },
  );
});
