import { randomUUID } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';
import { createServices, type ServiceDependencies } from '../src/app/services.ts';
import { testLinks } from '../src/people/notifications/testing/test-links.ts';
import { openNatsBus } from '../src/platform/bus/open-bus.ts';
import type { StoreRole } from '../src/platform/relational/database-lock.ts';
import { createLogger } from '../src/platform/telemetry/logger.ts';
import { testDrawing } from '../src/platform/testing/test-drawing.ts';
import { testFiles } from '../src/platform/testing/test-files.ts';

/** Builds the modules of several processes on the same stores, connected over a NATS server. */
export function createSeveralServices(
  stores: Pick<ServiceDependencies, 'db' | 'analytics'>,
  clock: Clock,
  url: string,
) {
  const installation = randomUUID();
  const files = testFiles().store;
  /** `own` overrides the clock of a process. */
  return async (use: Exclude<StoreRole, 'standalone'>, own = clock) => {
    const bus = await openNatsBus({ url, installation, logger: createLogger('silent') });
    const services = createServices({
      ...stores,
      use,
      bus,
      calls: bus.calls,
      clock: own,
      files,
      drawing: testDrawing(),
      weatherSource: null,
      secret: 'only for tests, only for tests, only for tests',
      links: testLinks,
      logError: () => {},
    });
    return { ...services, bus };
  };
}
