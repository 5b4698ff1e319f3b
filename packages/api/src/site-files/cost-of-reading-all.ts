import type { Sizes } from '../platform/graphql/cost/sizes.ts';

/**
 * Query cost, in microseconds, of reading everything an organization has set up: about fifty statements, mostly
 * PostgreSQL time, plus a part per record.
 */
export const costOfReadingAll = ({ zones, devices, passages }: Sizes): number =>
  1_200_000 + 50 * (zones.all + devices.all + passages.all);
