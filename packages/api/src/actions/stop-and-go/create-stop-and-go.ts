import { buildCreateScreen, type CreateScreen } from './change-screens.ts';
import type { ScreenReads } from './read-screen.ts';
import { screensStore } from './screens.store.ts';
import type { StopAndGoDependencies } from './stop-and-go.graphql.ts';
import { createWatchScreens, type WatchDependencies } from './watch-screen.ts';

export interface StopAndGoParts
  extends ScreenReads,
    Pick<WatchDependencies, 'bus' | 'logError'>,
    Pick<StopAndGoDependencies, 'secret' | 'namesOf'> {}

/** Connects the parts of the module: the GraphQL dependencies, and the creation of screens for the demo. */
export function createStopAndGo(parts: StopAndGoParts): {
  readonly stopAndGo: StopAndGoDependencies;
  readonly newScreen: CreateScreen;
} {
  const { db, secret, namesOf } = parts;
  const watching = createWatchScreens({
    ...parts,
    present: ({ id, generation }) => screensStore(db).ofLink(id, generation),
  });
  return {
    stopAndGo: { db, secret, namesOf, shows: parts, watching, reads: parts, changes: parts },
    newScreen: buildCreateScreen(parts),
  };
}
