/** An answer has at most this many points; a wider question is refused before anything is read. */
export const maxPoints = 20_000;

/** Reasons that the catalogues of the interface say in words of their own. */
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
