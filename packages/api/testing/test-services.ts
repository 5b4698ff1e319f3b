import type { Clock } from '@atrium/domain/core';
import { createServices, type ServiceDependencies, type Services } from '../src/app/services.ts';
import { testLinks } from '../src/people/notifications/testing/test-links.ts';
import { createInProcessBus } from '../src/platform/bus/open-bus.ts';
import { testDrawing } from '../src/platform/testing/test-drawing.ts';
import { testFiles } from '../src/platform/testing/test-files.ts';

/** Builds all modules over a test's stores and clock; no weather provider by default. */
export function testServices(
  { db, analytics }: Pick<ServiceDependencies, 'db' | 'analytics'>,
  clock: Clock,
  weatherSource: ServiceDependencies['weatherSource'] = null,
): Services {
  return createServices({
    db,
    analytics,
    bus: createInProcessBus({ error: () => {} }),
    clock,
    files: testFiles().store,
    drawing: testDrawing(),
    weatherSource,
    secret: 'only for tests, only for tests, only for tests',
    links: testLinks,
    logError: () => {},
  });
}
