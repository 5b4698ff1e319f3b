import type { SchemaBuilders } from '../../platform/module.ts';
import { buildCreateScreen } from './change-screens.ts';
import { createExpectedFlows } from './expected-flows.ts';
import type { ScreenReads } from './read-screen.ts';
import { screensStore } from './screens.store.ts';
import { registerStopAndGo, type StopAndGoDependencies } from './stop-and-go.graphql.ts';
import { createWatchScreens, type WatchDependencies } from './watch-screen.ts';

interface StopAndGoParts
  extends Omit<ScreenReads, 'expectedFlows'>,
    Pick<WatchDependencies, 'bus' | 'logError'>,
    Pick<StopAndGoDependencies, 'secret' | 'namesOf'> {}

/** Screens at entrances. */
export function createStopAndGoModule(given: StopAndGoParts) {
  const { db, secret, namesOf, answerQueries, logError } = given;
  const parts = { ...given, expectedFlows: createExpectedFlows(answerQueries, logError) };
  const watching = createWatchScreens({
    ...parts,
    present: ({ id, generation }) => screensStore(db).ofLink(id, generation),
  });
  const stopAndGo = { db, secret, namesOf, shows: parts, watching, reads: parts, changes: parts };
  return {
    services: { newScreen: buildCreateScreen(parts) },
    graphql: ({ main }: SchemaBuilders) => registerStopAndGo(main, stopAndGo),
  };
}
