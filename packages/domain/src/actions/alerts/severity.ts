/** How much a firing matters, mildest first. */
export const severities = ['information', 'warning', 'critical'] as const;

export type Severity = (typeof severities)[number];

/** Orders severities for a sort, most severe first. */
export const compareSeverities = (one: Severity, other: Severity): number =>
  severities.indexOf(other) - severities.indexOf(one);
