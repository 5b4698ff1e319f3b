import type { Passage, Topology } from '@atrium/domain/sites';

/** Those in service that people go through; past the others they only walk. */
export const countablePassages = ({ passages }: Topology): readonly Passage[] =>
  passages.filter(({ footfallOf, removedAt }) => footfallOf === null && removedAt === undefined);
