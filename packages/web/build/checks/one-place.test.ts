// @vitest-environment node
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type * as Samples from '@atrium/domain/numbers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Sales from '../../../domain/src/numbers/metrics/sales.ts';
import english from '../../src/i18n/messages/en/metric.json' with { type: 'json' };

const noise: Samples.AirSample = {
  id: 'noise',
  unit: 'dB',
  decimals: 0,
  color: '#123456',
  icon: 'gauge',
  better: 'down',
  possible: [0, 194],
  band: { below: [40, 50, 60, 70] },
};

/** Reloads the modules with fake metrics added. */
async function withNewEntries() {
  vi.resetModules();
  vi.doMock('../../../domain/src/numbers/metrics/air-samples.ts', async (original) => {
    const own = await original<typeof Samples>();
    return { ...own, airSamples: [...own.airSamples, noise] };
  });
  vi.doMock('../../../domain/src/numbers/metrics/sales.ts', async (original) => {
    const { salesMetrics } = await original<typeof Sales>();
    const like = salesMetrics.find(({ id }) => id === 'salesIndex');
    return { salesMetrics: [...salesMetrics, { ...like, id: 'salesTwice' }] };
  });
  return {
    measurements: await import('@atrium/domain/numbers'),
    parsing: await import('@atrium/domain/numbers/parsing'),
    readings: await import('@atrium/domain/numbers/readings'),
    dashboards: await import('@atrium/domain/pages'),
    air: await import('@atrium/domain/pages/air'),
    sitePages: await import('@atrium/domain/pages/site-pages'),
    words: await import('../../src/pages/words/metric-texts.ts'),
  };
}

describe('an entry in the catalogue', () => {
  let loaded: Awaited<ReturnType<typeof withNewEntries>>;
  beforeAll(async () => {
    loaded = await withNewEntries();
  }, 60_000);
  afterAll(() => {
    vi.doUnmock('../../../domain/src/numbers/metrics/air-samples.ts');
    vi.doUnmock('../../../domain/src/numbers/metrics/sales.ts');
    vi.resetModules();
  });

  it('of a sample makes it known, scored and askable', () => {
    const { measurements, parsing } = loaded;
    expect(measurements.metrics.map(({ id }) => id)).toEqual(expect.arrayContaining(['noise', 'noiseScore']));
    for (const metric of ['noise', 'noiseScore']) expect(parsing.parseQuery({ metric }).ok, metric).toBe(true);
    expect(measurements.findBand([], 'noise', null, '2026-01-01')).toEqual(noise.band);
    const own = { metric: 'noise', band: { below: [1, 2, 3, 4] }, country: null, since: null } as const;
    expect(measurements.checkSettings({ factors: [], bands: [own] }).ok).toBe(true);
  });

  it('of a sample lets devices send it within what is possible, and not its score', () => {
    const reading = (metric: string, value: number) =>
      loaded.readings.validateReading(
        { device: 'a', metric, at: '2026-01-01T12:00:00Z', value },
        Date.parse('2026-01-01T12:00:00Z'),
      );
    expect(reading('noise', 61)).toMatchObject({ ok: true });
    expect(reading('noise', 195)).toMatchObject({ ok: false });
    expect(reading('noiseScore', 3)).toMatchObject({ ok: false, error: { code: 'DERIVED_METRIC' } });
  });

  it('of a sample puts it on the pages of the air', () => {
    const { dashboards, air, sitePages, words, measurements } = loaded;
    expect(['noise', 'noiseScore'].map(dashboards.getFamily)).toEqual(['atmosphere', 'atmosphere']);
    expect(air.isAirMetric('noise') && air.isRated('noise')).toBe(true);
    const events = [{ metrics: ['affluenceIn', 'noise'], begin: null, end: null }];
    for (const tab of ['atmosphere', 'rooms'] as const)
      expect(sitePages.listTabMetrics(tab, events, 0)).toEqual(['noise']);
    const metric = measurements.findMetric('noise');
    if (!metric) throw new Error('no noise');
    const wording = { decimals: metric.decimals, hideUnit: false, formatter: null };
    expect(words.formatValueParts(61.2, metric, wording, { t: (id) => id, locale: 'en' })).toEqual({
      text: '61',
      unit: 'dB',
    });
  });

  it('of what is computed makes it askable, and tells senders why it is not theirs', () => {
    const { parsing, readings } = loaded;
    expect(parsing.parseQuery({ metric: 'salesTwice' }).ok).toBe(true);
    expect(readings.explainDerived('salesTwice')).toBe('it is turnover divided by affluenceIn');
  });

  it('requires its texts in every language', () => {
    const wanted = loaded.measurements.metrics.flatMap(({ id }) => [`metric.${id}`, `metric.${id}.help`]);
    const lacking = ['noise', 'noiseScore', 'salesTwice'].flatMap((id) => [`metric.${id}`, `metric.${id}.help`]);
    expect(wanted.filter((id) => !Object.hasOwn(english, id)).toSorted()).toEqual(lacking.toSorted());
  });
});

const packages = path.join(import.meta.dirname, '../../..');
/** Generators of demo data and the test oracle may name metrics and types freely. */
const atWill = /\.(test|oracle|generated)\.|\/(testing|demo|bench|security)\//;
const sources = globSync('{domain,api,web}/src/**/*.{ts,tsx}', { cwd: packages })
  .filter((file) => !atWill.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(packages, file), 'utf8') }));

/** Returns the files that name at least so many of these ids, quoted or as keys. */
function namersOf(ids: readonly string[], atLeast: number): readonly string[] {
  const named = (text: string) =>
    ids.filter((id) => new RegExp(`'${id}'\\s*[,\\]]|^\\s+${id}[:,]|id: '${id}'`, 'm').test(text));
  return sources
    .filter(({ text }) => named(text).length >= atLeast)
    .map(({ file }) => file)
    .toSorted();
}

/** The hand-written files needed to add a thing of each kind, checked on an existing one; texts and tests excluded. */
const kinds = [
  {
    kind: 'a page of the settings',
    mark: /\bplaces\.readingsImport\b|^ {2}readingsImport: \{|\bfunction ReadingsImportPage\b/m,
    files: [
      'web/src/app/places.ts',
      'web/src/app/routes/settings-pages.tsx',
      'web/src/setup/readings-import/readings-import-page.tsx',
    ],
  },
  {
    kind: 'a change with a table and a line of the audit log, in a module of its own',
    mark: /\binsideCorrections\b|\b(register|create)InsideCorrections|'inside\.corrected': /,
    files: [
      'api/src/app/services.ts',
      'api/src/numbers/inside-corrections/correct-inside.ts',
      'api/src/numbers/inside-corrections/index.ts',
      'api/src/numbers/inside-corrections/inside-corrections.graphql.ts',
      'api/src/numbers/inside-corrections/inside-corrections.schema.ts',
      'api/src/numbers/inside-corrections/inside-corrections.store.ts',
      'domain/src/people/audit.ts',
    ],
  },
];

describe('no list beside the one', () => {
  it('names what air sensors sample', async () => {
    const { airSamples } = await import('@atrium/domain/numbers');
    expect(
      namersOf(
        airSamples.map(({ id }) => id),
        3,
      ),
    ).toEqual([
      // Alert conditions. Each watches one of these samples.
      'domain/src/actions/alerts/conditions/registry.ts',
      // Columns of the files of two makers.
      'domain/src/numbers/import/recipes.ts',
      'domain/src/numbers/metrics/air-samples.ts',
      // Names or numbers that device makers use.
      'domain/src/setup/devices/dialects/decoded-fields.ts',
      'domain/src/setup/devices/dialects/elsys.ts',
      'domain/src/setup/devices/dialects/milesight.ts',
    ]);
  });

  // The registry does not compile while a type is missing.
  it('names types of widgets', async () => {
    const { widgetTypes } = await import('@atrium/domain/pages/definitions');
    expect(namersOf(widgetTypes, 3).toSorted()).toEqual([
      // Initial content of a page made from a view.
      'domain/src/pages/content/content-from-view.ts',
      'domain/src/pages/definitions/widget.ts',
      'domain/src/pages/widgets/registry.ts',
      // Miniatures in the list of types to add.
      'web/src/pages/drafts/gallery/drawing.tsx',
    ]);
  });

  it('says what draws a type of widget: the file of its name does', async () => {
    const { widgetTypes } = await import('@atrium/domain/pages/definitions');
    const views = globSync('web/src/pages/widgets/{views,late}/*.view.tsx', { cwd: packages });
    const named = (type: string) => type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(views.map((file) => path.basename(file, '.view.tsx')).toSorted()).toEqual(widgetTypes.map(named).toSorted());
  });

  it.each(kinds)('says where $kind is added', ({ mark, files }) => {
    const naming = sources.filter(({ text }) => mark.test(text)).map(({ file }) => file);
    expect(naming.toSorted()).toEqual(files);
  });
});
