import type { Instant, LocalDate, OrganizationId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';

/** Totals of a site's receipts in the piece of time that begins at `edge`. */
export interface SalesRow {
  readonly edge: Instant;
  readonly turnover: number;
  /** Number of receipts above 0 and of the items on them. */
  readonly orders: number;
  readonly goods: number;
  /** Receipts in another currency than the site's. They count nowhere. */
  readonly foreign: number;
}

/** Source of receipts. Returns several sites of an organization at once, in the order of the sites. */
export interface SalesReader {
  sums(sites: readonly SoldAt[], edges: readonly Instant[]): Promise<readonly (readonly SalesRow[])[]>;
  coveredDays(sites: readonly SoldAt[], from: LocalDate, to: LocalDate): Promise<readonly CoveredDays[]>;
}

/**
 * Days of a site covered by sales data, even without sales, each with the instant up to which it is covered. Null: the
 * whole day.
 */
export type CoveredDays = ReadonlyMap<LocalDate, Instant | null>;

/** Single-site variant of the reader. */
export interface SalesOfSite {
  sums(site: SoldAt, edges: readonly Instant[]): Promise<readonly SalesRow[]>;
  coveredDays(site: SoldAt, from: LocalDate, to: LocalDate): Promise<CoveredDays>;
}

export interface SoldAt {
  readonly organizationId: OrganizationId;
  readonly installationId: Topology['installationId'];
  readonly currency: string | null;
}
