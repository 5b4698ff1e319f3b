import type { Passage, Topology } from '@atrium/domain/sites';

/** Returns passages in service that people go through, without those that count passers-by. */
export const listCountablePassages = ({ passages }: Topology): readonly Passage[] =>
  passages.filter(({ footfallOf, removedAt }) => footfallOf === null && removedAt === undefined);
