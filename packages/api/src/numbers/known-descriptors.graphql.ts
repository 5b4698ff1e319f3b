import { descriptorValues } from '@atrium/domain/numbers/readings';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import type { Site } from '../sites/index.ts';
import type { KnownDescriptors } from './known-descriptors.ts';

/**
 * Registers `Installation.descriptors`: the descriptors that filters and groupings of its numbers can use. Visible to
 * everyone who sees the site.
 */
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
      // One site's share of a look-up for several sites.
      cost: () => 500,
      resolve: async ({ topology }, { metrics }) => [...(await knownDescriptors(topology, metrics ?? null))],
    }),
  );
}
