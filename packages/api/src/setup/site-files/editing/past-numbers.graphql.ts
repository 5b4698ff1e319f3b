import type { Builder } from '../../../platform/graphql/builder.ts';
import { type ChangedDay, type ChangedZone, maxDays, maxZones, type PastNumbers, type Sum } from './past-numbers.ts';

export function registerPastNumbers(builder: Builder) {
  const sum = builder.objectRef<Sum>('PastSum').implement({
    fields: (t) => ({
      entries: t.exposeFloat('entries', { nullable: true, description: 'null: nothing of it is known.' }),
      coverage: t.exposeFloat('coverage', { nullable: true, description: '0…1' }),
    }),
  });
  const day = builder.objectRef<ChangedDay>('PastDay').implement({
    fields: (t) => ({
      date: t.exposeString('date'),
      before: t.exposeFloat('before', { nullable: true }),
      after: t.exposeFloat('after', { nullable: true }),
    }),
  });
  const zone = builder.objectRef<ChangedZone>('PastZone').implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      before: t.expose('before', { type: sum }),
      after: t.expose('after', { type: sum }),
      days: t.field({ type: [day], length: { most: maxDays + 2 }, resolve: ({ days }) => [...days] }),
    }),
  });
  return builder.objectRef<PastNumbers>('PastNumbers').implement({
    description: 'What a change of a plan makes of entries that are there already.',
    fields: (t) => ({
      from: t.exposeString('from', { description: 'The first day that is compared.' }),
      to: t.exposeString('to'),
      isCut: t.exposeBoolean('isCut', { description: 'Whether earlier days change too.' }),
      zones: t.field({
        type: [zone],
        length: { most: maxZones },
        description: 'Those whose entries change.',
        resolve: ({ zones }) => [...zones],
      }),
      unchanged: t.exposeInt('unchanged', { description: 'Zones that were compared and stay as they are.' }),
    }),
  });
}
