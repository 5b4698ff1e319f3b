import type { Instant, LocalDate, OrganizationId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';

/** What the receipts of a site add up to in the piece of time that begins at `edge`. */
export interface SalesRow {
  readonly edge: Instant;
  readonly turnover: number;
  /** Receipts above 0, and the items on them. */
  readonly orders: number;
  readonly goods: number;
  /** Receipts in a currency that isn't the site's, which count nowhere. */
  readonly foreign: number;
}

/** Receipts, wherever they are kept: of several sites of an organization at once, told in the order of the sites. */
export interface SalesReader {
  sums(sites: readonly SoldAt[], edges: readonly Instant[]): Promise<readonly (readonly SalesRow[])[]>;
  coveredDays(sites: readonly SoldAt[], from: LocalDate, to: LocalDate): Promise<readonly CoveredDays[]>;
}

/**
 * The days of a site on which somebody said what was sold, be it nothing, with the instant up to which they did; null: of
 * the whole day.
 */
export type CoveredDays = ReadonlyMap<LocalDate, Instant | null>;

/** The same of one site. */
export interface SalesOfSite {
  sums(site: SoldAt, edges: readonly Instant[]): Promise<readonly SalesRow[]>;
  coveredDays(site: SoldAt, from: LocalDate, to: LocalDate): Promise<CoveredDays>;
}

export interface SoldAt {
  readonly organizationId: OrganizationId;
  readonly installationId: Topology['installationId'];
  readonly currency: string | null;
}
