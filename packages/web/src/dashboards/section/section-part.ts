/** Which number of a section is meant. */
export interface SectionPart {
  /** The metric's own; the part's share of all; how a sample is rated; its highest or lowest reading; how much of the time it was good; a typical hour. */
  readonly of: (typeof kinds)[number] | 'own';
  readonly metric: string;
  /** The zone by its id, or the door or sensor by its name; null of all together. */
  readonly label: string | null;
}

const kinds = ['share', 'rating', 'highest', 'lowest', 'goodTime', 'week'] as const;

/** `co2`, `co2/12`, `share:co2/12`: as it stands in addresses. */
export function writePart({ of, metric, label }: SectionPart): string {
  const number = label === null ? metric : `${metric}/${label}`;
  return of === 'own' ? number : of === 'week' ? of : `${of}:${number}`;
}

/** Names of doors may hold whatever people type; names of metrics hold neither colons nor slashes. */
export function readPart(text: string): SectionPart {
  const [, of = 'own', metric = '', label = null] =
    /^(?:(share|rating|highest|lowest|goodTime):)?([^/:]+)(?:\/(.*))?$/su.exec(text) ?? [];
  return metric === 'week' ? { of: 'week', metric, label: null } : { of: of as SectionPart['of'], metric, label };
}
