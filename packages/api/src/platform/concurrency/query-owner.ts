import { setMaxListeners } from 'node:events';

/** Owner of one query, which may run several statements. Create one for each query. */
export interface QueryOwner {
  /** Path in the fair queue: organizations take turns, and so do the people of one. */
  readonly share: readonly [organization: string, person: string];
  /** Large queries have their own queue and leave room for short ones. */
  readonly isLarge?: boolean;
  /** Aborted when the answer is no longer needed: queued work is dropped, running work is cancelled. */
  readonly signal?: AbortSignal | undefined;
}

/** Builds the owner of a viewer's query. */
export function buildQueryOwner(
  viewer: { readonly organizationId: number; readonly userId: number | null; readonly tokenId?: number },
  signal?: AbortSignal,
  isLarge = false,
): QueryOwner {
  // Each statement of a query adds a listener. This disables Node's warning about many of them.
  if (signal !== undefined) setMaxListeners(0, signal);
  const { organizationId, userId, tokenId } = viewer;
  // The personal tokens of a person take turns as one, so that more of them get no more.
  const program = userId === null ? `token ${tokenId}` : `tokens of ${userId}`;
  const person = tokenId === undefined ? `${userId ?? 'system'}` : program;
  return { share: [`${organizationId}`, person], signal, isLarge };
}
