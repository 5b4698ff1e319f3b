import type { Sizes } from '../platform/graphql/cost/sizes.ts';

/**
 * What it takes to read everything an organization has set up: some fifty statements, whatever there is, of which
 * PostgreSQL bears most, and each thing.
 */
export const costOfWhole = ({ zones, devices, passages }: Sizes): number =>
  1_200_000 + 50 * (zones.all + devices.all + passages.all);
