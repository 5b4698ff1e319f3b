import { type FileFaultCode, fileFaultCodes } from '@atrium/domain/numbers/delimited-files';
import { sendableMetrics } from '@atrium/domain/numbers/readings';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import type { SiteSnapshots } from '../../../sites/index.ts';
import { type HistoryDependencies, registerReadingsImports } from './history/readings-imports.graphql.ts';
import {
  createImportUpload,
  maxFaults,
  type ReadingsImportDependencies,
  type ReadingsImported,
} from './import-upload.ts';
import { readOptions, registerOptionTypes } from './option-inputs.graphql.ts';
import { type ComparedDay, type DayTotal, maxCompared } from './preview/compare-days.ts';
import type { MeterPreview } from './preview/meter-preview.ts';
import { registerImportRecipes } from './recipes/import-recipes.graphql.ts';

/** Microseconds to read and store a 10 MB file. */
const importCost = 200_000;
/** Maximum characters of a field shown in a fault. */
const maxShownLength = 64;

/** Registers the import of readings from files; requires the right to set up sites. */
export function registerReadingsImportOnHub(
  hub: Builder,
  dependencies: ReadingsImportDependencies & { readonly sites: Pick<SiteSnapshots, 'snapshot'> },
  history: HistoryDependencies,
): void {
  const importUpload = createImportUpload(dependencies);
  const answer = registerAnswer(hub);
  const addOptions = registerOptionTypes(hub);
  registerImportRecipes(hub, dependencies, addOptions);
  registerReadingsImports(hub, history);
  registerSensors(hub, dependencies.sites);
  const input = hub.inputType('ImportReadingsInput', {
    fields: (t) => ({
      ...addOptions(t),
      checkOnly: t.boolean({ required: true, description: 'Tells what importing would store, and stores nothing.' }),
    }),
  });
  hub.mutationField('importReadings', (t) =>
    t.withAuth({ $all: { area: 'siteSetup', themselves: true } }).field({
      type: answer,
      description: 'Imports readings. Lines that are wrong are left out and told; the same file again changes nothing.',
      cost: () => importCost,
      args: {
        file: t.arg({
          type: 'File',
          description:
            'Delimited text, JSON, .xlsx, .xls, or a zip of them, also as gzip, of at most 10 MB; unpacked 160 MB and 2 million lines.',
        }),
        input: t.arg({ type: input, required: true }),
      },
      resolve: async (_root, { file, input: given }, { scope, signal }) =>
        orThrow(
          await importUpload(scope, { ...readOptions(given), file: file ?? null, checkOnly: given.checkOnly }, signal),
        ),
    }),
  );
}

/** Lists what a file may be of, so that nobody has to know serials. */
function registerSensors(hub: Builder, sites: Pick<SiteSnapshots, 'snapshot'>): void {
  const sensor = hub
    .objectRef<{ readonly serial: string; readonly name: string; readonly site: string }>('ImportSensor')
    .implement({
      fields: (t) => ({
        serial: t.exposeString('serial'),
        name: t.exposeString('name'),
        site: t.exposeString('site', { description: 'Name of its site.' }),
      }),
    });
  hub.queryField('importSensors', (t) =>
    t.withAuth({ area: 'siteSetup' }).field({
      type: [sensor],
      length: { of: 'devices' },
      description: 'The sensors that readings can be imported for, also removed ones.',
      resolve: async (_root, _args, { scope }) => {
        const { sites: known, devicesBySerial } = await sites.snapshot(scope);
        return [...devicesBySerial].flatMap(([serial, { device, installationId }]) => {
          const site = known.get(installationId)?.fields.name;
          return site === undefined ? [] : [{ serial, name: device.name, site }];
        });
      },
    }),
  );
}

function registerAnswer(hub: Builder) {
  const code = hub.enumType('ReadingsFaultCode', { values: Object.keys(fileFaultCodes) as FileFaultCode[] });
  const fault = hub.objectRef<ReadingsImported['faults'][number]>('ReadingsFault').implement({
    fields: (t) => ({
      line: t.exposeInt('line', {
        description: 'Line of the file, from 1; in JSON, place of the object; 0 for a file as a whole.',
      }),
      entry: t.string({
        nullable: true,
        description: 'Name of the file within an archive.',
        resolve: ({ fault: { entry } }) => entry?.slice(0, maxShownLength).toWellFormed() ?? null,
      }),
      code: t.field({ type: code, resolve: ({ fault: { code: why } }) => why }),
      value: t.string({
        nullable: true,
        description: 'What stands there.',
        resolve: ({ fault: { value } }) => value?.slice(0, maxShownLength).toWellFormed() ?? null,
      }),
    }),
  });
  const meter = hub.objectRef<MeterPreview>('MeterPreview').implement({
    description: 'What the values of a meter would count, read in both ways.',
    fields: (t) => ({
      metric: t.exposeString('metric'),
      amounts: t.exposeFloat('amounts', { description: 'If each is the amount of its interval.' }),
      register: t.exposeFloat('register', { description: 'If each is the state of a register.' }),
    }),
  });
  const total = hub.objectRef<DayTotal>('ReadingsDayTotal').implement({
    fields: (t) => ({
      readings: t.exposeInt('readings'),
      total: t.exposeFloat('total', { nullable: true, description: 'Null for a metric that does not add up.' }),
    }),
  });
  const day = hub.objectRef<ComparedDay>('ReadingsImportDay').implement({
    description: "A device's day of one metric.",
    fields: (t) => ({
      date: t.exposeString('date', { description: 'Day of the site, YYYY-MM-DD.' }),
      device: t.exposeString('device', { description: 'Name of the device.' }),
      metric: t.exposeString('metric'),
      inFile: t.field({ type: total, resolve: ({ inFile }) => inFile }),
      stored: t.field({
        type: total,
        nullable: true,
        description: 'What is stored now. Null: nothing.',
        resolve: ({ stored }) => stored,
      }),
    }),
  });
  return hub.objectRef<ReadingsImported>('ReadingsImport').implement({
    fields: (t) => ({
      importId: t.exposeInt('importId', {
        nullable: true,
        description: 'Of the import, to undo it. Null: a check, or nothing changed.',
      }),
      rows: t.exposeInt('rows', { description: 'After the header.' }),
      badLines: t.exposeInt('badLines', { description: 'Of which at least one reading was left out.' }),
      accepted: t.exposeInt('accepted', { description: 'New readings; of a check, all that are sound.' }),
      unchanged: t.exposeInt('unchanged'),
      corrected: t.exposeInt('corrected'),
      filled: t.exposeInt('filled', { description: 'Of these, slots filled with 0.' }),
      devices: t.exposeInt('devices'),
      meters: t.field({
        type: [meter],
        length: { most: sendableMetrics.size },
        description: 'Of a check that does not say what the values of meters are.',
        resolve: ({ meters }) => [...meters],
      }),
      first: t.field({ type: 'Timestamp', nullable: true, resolve: ({ span }) => span?.first ?? null }),
      last: t.field({ type: 'Timestamp', nullable: true, resolve: ({ span }) => span?.last ?? null }),
      days: t.field({
        type: [day],
        length: { most: maxCompared },
        description: 'Of a check: the first days of the file beside what is stored.',
        resolve: ({ compared }) => [...compared.days],
      }),
      moreDays: t.int({
        description: 'Days, by device and metric, that are not listed.',
        resolve: ({ compared }) => compared.more,
      }),
      faults: t.field({
        type: [fault],
        length: { most: maxFaults },
        description: 'Of the first lines that were left out.',
        resolve: ({ faults }) => [...faults],
      }),
    }),
  });
}
