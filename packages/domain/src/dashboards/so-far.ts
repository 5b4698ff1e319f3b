/** A figure of one site beside what is usual there by now; null stands for what is not known. */
export interface SiteFigure {
  readonly now: number | null;
  readonly usual: number | null;
  /** Of `now` what can be compared; all of it where nothing is said. */
  readonly compared?: number | null;
}

export interface FiguresTogether {
  /** Of the known sites; null where none is. */
  readonly total: number | null;
  /** Of those whose usual is known too, which alone can be compared; null where none is. */
  readonly both: { readonly value: number; readonly usual: number } | null;
}

/** What sites come to together: what is not known is left out, not added as 0. */
export function soFar(sites: readonly SiteFigure[]): FiguresTogether {
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
