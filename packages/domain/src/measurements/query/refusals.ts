/** Maximum points of an answer. Larger queries are rejected before reading. */
export const maxPoints = 20_000;

/** Reasons that have their own message in the interface's catalogues. */
export const refusalIds = [
  'aggregation',
  'alone',
  'same',
  'part',
  'descriptor',
  'target',
  'place',
  'doors',
  'comparison',
  'width',
  'currencies',
  'twice',
  'rare',
] as const;
export type RefusalId = (typeof refusalIds)[number];
