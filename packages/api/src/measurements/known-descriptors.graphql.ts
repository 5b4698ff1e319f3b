import { descriptorValues } from '@atrium/domain/measurements/readings';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import type { Site } from '../sites/index.ts';
import type { KnownDescriptors } from './known-descriptors.ts';

/** `Installation.descriptors`: what a filter or a grouping of its numbers can tell apart. Whoever sees the site sees it. */
export function registerKnownDescriptors(
  builder: Builder,
  installation: TypeRef<Site>,
  knownDescriptors: KnownDescriptors,
): void {
  builder.objectField(installation, 'descriptors', (t) =>
    t.stringList({
      description:
        'What its sensors ever told of whom or what they count, by the names that readings carry: gender, engagement, ' +
        'electricityUse, … Of these metrics, or of any.',
      args: { metrics: t.arg.stringList() },
      length: { most: Object.keys(descriptorValues).length },
      // A share of the look-up that sites asked about together make.
      cost: () => 500,
      resolve: async ({ topology }, { metrics }) => [...(await knownDescriptors(topology, metrics ?? null))],
    }),
  );
}
