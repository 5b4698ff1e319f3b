import type { OrganizationId } from '@atrium/domain/core';

/** Where views are made, and from what. */
export interface BiViewPlace {
  readonly organizationId: OrganizationId;
  /** Database of the product. */
  readonly source: string;
  /** Database of the views: one for each organization, since rights are given for a whole database. */
  readonly target: string;
}

/** Names of databases that need no quotes. */
export const isDatabaseName = (name: string): boolean => /^[A-Za-z_]\w{0,63}$/.test(name);

/**
 * Returns the statements that make read-only views of an organization's numbers, for BI tools. They run with the rights
 * of the user who makes them, so their readers need none on the product's tables. Throws if a name needs quotes.
 *
 * - `counts`: what counters sent, by quarter-hour of UTC in which a reading begins. There is no row without a reading.
 * - `samples`: values of sensors, by instant.
 * - `days`: whether all readings of a UTC day are in the views yet.
 */
export function buildBiViews({ organizationId, source, target }: BiViewPlace): readonly string[] {
  for (const name of [source, target]) if (!isDatabaseName(name)) throw new Error(`${name} is no name of a database`);
  const organization = `organization = ${Number(organizationId)}`;
  const view = (name: string, select: string) =>
    `CREATE OR REPLACE VIEW ${target}.${name} DEFINER = CURRENT_USER SQL SECURITY DEFINER AS\n${select}`;
  return [
    `CREATE DATABASE IF NOT EXISTS ${target}`,
    view(
      'counts',
      `SELECT installation AS site_id, device AS device_id, metric,
  toDateTime(day * 86400 + slot * 900, 'UTC') AS begin, sum(total_quarters[slot + 1]) AS value
FROM ${source}.rollup_day_counts FINAL
ARRAY JOIN range(96) AS slot
WHERE ${organization} AND amount = 'value' AND bitTest(quarters[intDiv(slot, 32) + 1], slot % 32)
GROUP BY site_id, device_id, metric, begin`,
    ),
    view(
      'samples',
      `SELECT installation AS site_id, device AS device_id, metric,
  toDateTime64(day * 86400 + time / 1000, 3, 'UTC') AS at, level AS value
FROM ${source}.rollup_day_samples FINAL
ARRAY JOIN times AS time, levels AS level
WHERE ${organization}`,
    ),
    view(
      'days',
      `SELECT installation AS site_id, toDate(day) AS day, is_dirty = 0 AS is_complete
FROM ${source}.rollup_days FINAL
WHERE ${organization}`,
    ),
  ];
}
