import { screenFaces } from '@atrium/domain/actions/stop-and-go';
import type { Builder } from '../../platform/graphql/builder.ts';
import type { ShownScreen } from './screen.ts';

/** Registers the enum that staff and public pages share. */
export function registerFace(builder: Builder) {
  return builder.enumType('StopAndGoFace', {
    description:
      'askStaff: a counter is silent, so nobody knows; closed: the site is, or its event is not on; noLimit and off show nothing.',
    values: screenFaces,
  });
}

export type FaceType = ReturnType<typeof registerFace>;

/** Registers the public view of a screen: no ids, and nothing of the organization but name and address. */
export function registerPublicScreen(builder: Builder, face: FaceType) {
  return builder.objectRef<ShownScreen>('StopAndGoPublicScreen').implement({
    fields: (t) => ({
      name: t.string({ resolve: ({ screen }) => screen.name }),
      siteName: t.exposeString('siteName'),
      siteAddress: t.exposeString('siteAddress', { nullable: true }),
      timezone: t.exposeString('timezone'),
      language: t.string({ resolve: ({ screen }) => screen.language }),
      face: t.expose('face', { type: face }),
      inside: t.int({ nullable: true, description: 'People.', resolve: ({ inside }) => roundUpPeople(inside) }),
      limit: t.exposeInt('limit', { nullable: true, description: 'People.' }),
      placesLeft: t.exposeInt('placesLeft', { nullable: true }),
      fullAt: t.expose('fullAt', {
        type: 'Timestamp',
        nullable: true,
        description:
          'When the limit is reached if people come and leave as expected, to five minutes; null: not before closing, or nothing is expected.',
      }),
      silentSince: t.expose('silentSince', {
        type: 'Timestamp',
        nullable: true,
        description: 'Since when a counter that decides the number has been silent.',
      }),
      lastInside: t.int({
        nullable: true,
        description: 'People when all counters last reported.',
        resolve: ({ lastInside }) => roundUpPeople(lastInside),
      }),
      until: t.expose('until', { type: 'Timestamp', nullable: true, description: 'When it closes, or opens again.' }),
      at: t.expose('at', { type: 'Timestamp', description: 'When it was looked at.' }),
    }),
  });
}

/** Rounds people up, because a corrected balance may be fractional. */
export const roundUpPeople = (people: number | null): number | null => (people === null ? null : Math.ceil(people));
