import type { SchemaBuilders } from '../../platform/module.ts';
import { type KioskDependencies, registerKiosks } from './kiosks.graphql.ts';

/** Unattended screens. */
export const createKiosksModule = (dependencies: KioskDependencies) => ({
  graphql: ({ main }: SchemaBuilders) => registerKiosks(main, dependencies),
});
