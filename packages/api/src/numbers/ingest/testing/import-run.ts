import { Readable } from 'node:stream';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { type ImportLimits, uploadLimits } from '../import/import-limits.ts';
import { type GivenOptions, parseImportOptions } from '../import/import-options.ts';
import { importOpenFile } from '../import/import-readings.ts';
import { createTestIngestion, present, readStoredContents } from './ingest-fixture.ts';

/** Options of a file with the columns `time` and `in` of `PAD-1`. */
export const zurich = { timezone: 'Europe/Zurich', time: 'time', device: '=PAD-1', map: ['in=affluenceIn'] };

/** Returns a function that imports a file into an organization of its own, and returns its reports and stored rows. */
export function useTestImport() {
  const stores = useTestStores();
  let organization = 300;
  return async (file: string | Buffer, given: Partial<GivenOptions> = {}, limits: Partial<ImportLimits> = {}) => {
    organization += 1;
    const { ingestion, scope } = createTestIngestion(stores.analytics, organization);
    const options = parseImportOptions({ ...zurich, ...given });
    if (!options.ok) throw new Error(options.error.message);
    const reports: [number, string][] = [];
    const result = await importOpenFile(
      () => Readable.from([Buffer.from(file)]),
      options.value,
      {
        send: (raw) => ingestion.ingestReadings(scope, null, raw, present),
        report: (line, { message }) => void reports.push([line, message]),
        batchSize: 1000,
      },
      { ...uploadLimits, ...limits },
    );
    const content = await readStoredContents(stores.analytics, organization);
    const rows = content.map(({ device, metric, at, value }) => {
      return `${Number(device) % 1_000} ${metric} ${new Date(at as number).toISOString().slice(0, 16)} ${value}`;
    });
    const stored = () => readStoredContents(stores.analytics, organization);
    return { result, reports, rows, stored };
  };
}
