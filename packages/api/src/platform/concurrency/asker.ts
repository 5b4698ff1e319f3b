import { setMaxListeners } from 'node:events';

/** Who asks for one piece of work, which may take several turns: make one for each. */
export interface Asker {
  /** Organizations take turns, and so do the people of one. */
  readonly share: readonly [organization: string, person: string];
  /** Large work takes turns among itself, and leaves room to what is done soon. */
  readonly isLarge?: boolean;
  /** Aborted when nobody waits for the answer any more: what waits is dropped, what runs is ended. */
  readonly signal?: AbortSignal | undefined;
}

/** Whose turn a viewer's work takes. */
export function askerOf(
  viewer: { readonly organizationId: number; readonly userId: number | null },
  signal?: AbortSignal,
  isLarge = false,
): Asker {
  // Each statement of a question listens.
  if (signal !== undefined) setMaxListeners(0, signal);
  return { share: [`${viewer.organizationId}`, `${viewer.userId ?? 'system'}`], signal, isLarge };
}
