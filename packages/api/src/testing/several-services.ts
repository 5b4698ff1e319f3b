import { randomUUID } from 'node:crypto';
import type { Clock } from '@atrium/domain/core';
import { testLinks } from '../notifications/testing/test-links.ts';
import { openNatsBus } from '../platform/bus/open-bus.ts';
import type { StoreRole } from '../platform/relational/database-lock.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import { testDrawing } from '../platform/testing/test-drawing.ts';
import { testFiles } from '../platform/testing/test-files.ts';
import { createServices, type ServiceDependencies } from '../services.ts';

/** Builds the modules of several processes on the same stores, connected over a NATS server. */
export function createSeveralServices(
  stores: Pick<ServiceDependencies, 'db' | 'analytics'>,
  clock: Clock,
  url: string,
) {
  const installation = randomUUID();
  const files = testFiles().store;
  /** `own` overrides the clock of a process. */
  return async (use: Exclude<StoreRole, 'alone'>, own = clock) => {
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
