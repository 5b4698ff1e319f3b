import { err, failure } from '@atrium/domain/core';
import type { SampleData } from '../../first-steps/index.ts';
import { orThrow } from '../../platform/graphql/errors.ts';

const elsewhere = failure(
  'FORBIDDEN',
  'Sample data is added and removed by the process that takes readings in, which is not the one that serves this page.',
);

/** Read-only sample data, for a process that does not ingest readings. */
export const createReadOnlySampleData = ({ find }: SampleData): SampleData => ({
  find,
  add: async () => err(elsewhere),
  remove: async () => void orThrow(err(elsewhere)),
});
