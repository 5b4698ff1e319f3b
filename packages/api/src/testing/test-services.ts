import type { Clock } from '@atrium/domain/core';
import { testLinks } from '../notifications/testing/test-links.ts';
import { createInProcessBus } from '../platform/bus/open-bus.ts';
import { testDrawing } from '../platform/testing/test-drawing.ts';
import { testFiles } from '../platform/testing/test-files.ts';
import { createServices, type ServiceDependencies, type Services } from '../services.ts';

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
