/** Identifies a number of a section. */
export interface SectionPart {
  /**
   * Kind of number. `own` is the metric's value, `share` a part's share, `rating` a sample's rating, `goodTime` the
   * share of time it was good, `week` a typical hour. `highest` and `lowest` are single readings.
   */
  readonly of: (typeof kinds)[number] | 'own';
  readonly metric: string;
  /** A zone's id, or the name of a door or sensor; null for the whole. */
  readonly label: string | null;
}

const kinds = ['share', 'rating', 'highest', 'lowest', 'goodTime', 'week'] as const;

/** Formats `co2`, `co2/12` or `share:co2/12` for URLs. */
export function formatSectionPart({ of, metric, label }: SectionPart): string {
  const number = label === null ? metric : `${metric}/${label}`;
  return of === 'own' ? number : of === 'week' ? of : `${of}:${number}`;
}

/**
 * Parses what `formatSectionPart` formats. Names of doors may contain any character; metric ids contain neither ':' nor '/'.
 */
export function parseSectionPart(text: string): SectionPart {
  const [, of = 'own', metric = '', label = null] =
    /^(?:(share|rating|highest|lowest|goodTime):)?([^/:]+)(?:\/(.*))?$/su.exec(text) ?? [];
  return metric === 'week' ? { of: 'week', metric, label: null } : { of: of as SectionPart['of'], metric, label };
}
