/** A figure of one site with the usual value by now; null is unknown. */
export interface SiteFigure {
  readonly now: number | null;
  readonly usual: number | null;
  /** The comparable part of `now`; all of it by default. */
  readonly compared?: number | null;
}

export interface FigureTotals {
  /** Sum of the known sites; null if none is known. */
  readonly total: number | null;
  /** Sums over the sites that also have a usual value, which alone are comparable; null if there are none. */
  readonly both: { readonly value: number; readonly usual: number } | null;
}

/** Sums sites. Unknown values are left out, not added as 0. */
export function sumFigures(sites: readonly SiteFigure[]): FigureTotals {
  const known = sites.flatMap(({ now, usual, compared = now }) => (now === null ? [] : [{ now, usual, compared }]));
  const both = known.flatMap(({ now, usual, compared = now }) =>
    usual === null || compared === null ? [] : [{ compared, usual }],
  );
  return {
    total: known.length === 0 ? null : known.reduce((sum, { now }) => sum + now, 0),
    both:
      both.length === 0
        ? null
        : {
            value: both.reduce((sum, { compared }) => sum + compared, 0),
            usual: both.reduce((sum, { usual }) => sum + usual, 0),
          },
  };
}
