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

/** Receipts, wherever they are kept. */
export interface SalesReader {
  sums(site: SoldAt, edges: readonly Instant[]): Promise<readonly SalesRow[]>;
  /**
   * The days of the site on which somebody said what was sold, be it nothing, with the instant up to which they did;
   * null: of the whole day.
   */
  coveredDays(site: SoldAt, from: LocalDate, to: LocalDate): Promise<ReadonlyMap<LocalDate, Instant | null>>;
}

export interface SoldAt {
  readonly organizationId: OrganizationId;
  readonly installationId: Topology['installationId'];
  readonly currency: string | null;
}
