import type { FastifyInstance } from 'fastify';
import type { Platform } from './platform/platform.ts';

/** The modules at work. */
export interface Modules {
  /** What whoever started the product should read, such as how to sign in; one line each. */
  readonly welcome: readonly string[];
  /** Ends what runs by itself (timers, listeners, the simulator) and finishes what must not be lost. */
  stop(): Promise<void>;
}

/** Builds each module on the platform, in the order they depend on each other, and adds their routes. */
export async function mountModules(_platform: Platform, _routes: FastifyInstance): Promise<Modules> {
  return { welcome: [], stop: async () => {} };
}
