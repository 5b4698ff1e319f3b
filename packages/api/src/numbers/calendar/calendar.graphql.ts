import type { LocalDate } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { orThrow } from '../../platform/graphql/errors.ts';
import {
  type CalendarDependencies,
  type CalendarEntry,
  calendarKinds,
  listCalendar,
  maxCalendarEntries,
} from './list-calendar.ts';

/** Registers the calendar of sites. */
export function registerCalendar(builder: Builder, dependencies: CalendarDependencies): void {
  const kind = builder.enumType('CalendarKind', {
    description: 'Why a day is no usual one.',
    values: calendarKinds,
  });
  const entry = builder.objectRef<CalendarEntry>('CalendarEntry').implement({
    fields: (t) => ({
      installationId: t.exposeInt('installationId'),
      kind: t.expose('kind', { type: kind }),
      name: t.exposeString('name', { nullable: true, description: 'Null of closed days.' }),
      first: t.exposeString('first', { description: 'YYYY-MM-DD.' }),
      last: t.exposeString('last', { description: 'Included.' }),
    }),
  });
  builder.queryField('siteCalendar', (t) =>
    t.withAuth({ area: 'numbers' }).field({
      type: [entry],
      length: { most: maxCalendarEntries },
      cost: () => 5000,
      description: 'Holidays, closed days and dated events of sites, by date.',
      args: {
        from: t.arg.string({ required: true, description: 'First day, YYYY-MM-DD.' }),
        to: t.arg.string({ required: true, description: 'Day after the last, at most 370 days later.' }),
        language: t.arg.string({ required: true, description: 'In which holidays are named, if they can be.' }),
      },
      resolve: async (_root, { from, to, language }, { scope }) => [
        ...orThrow(await listCalendar(dependencies, scope, { from: from as LocalDate, to: to as LocalDate, language })),
      ],
    }),
  );
}
