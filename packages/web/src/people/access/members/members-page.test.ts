import { describe, expect, it } from 'vitest';
import type { Person } from '../people/person.ts';
import { findMembers, sortMembers } from './members-page.tsx';

const person = (id: number, firstName: string, change: Partial<Person> = {}): Person => ({
  id,
  firstName,
  lastName: '',
  email: `${id}@rive.example`,
  phone: null,
  picture: null,
  role: 'user',
  isOperator: false,
  language: 'en',
  theme: 'system',
  timezone: null,
  dateFormat: 'DD/MM/YYYY',
  otpContact: null,
  isEmailVerified: true,
  isPhoneVerified: false,
  pendingEmail: null,
  isPending: false,
  createdAt: id * 1000,
  profileId: 1,
  installationIds: null,
  tagIds: [],
  chosenInstallationIds: null,
  ...change,
});
const people = [
  person(1, 'Leïla', { phone: '+41791234567', role: 'admin' }),
  person(2, 'anna', { otpContact: 'email', profileId: 2 }),
  person(3, 'Zoé'),
];
const ids = (list: readonly Person[]) => list.map(({ id }) => id);

describe('the list of members (B06)', () => {
  it.each([
    ['', [1, 2, 3]],
    ['leila', [1]],
    ['ZOE', [3]],
    ['rive 2@', [2]],
    ['79 123', [1]],
    ['+4179', [1]],
    ['nobody', []],
  ])('finds for “%s” %j', (typed, expected) => {
    expect(ids(findMembers(people, typed, 'en'))).toEqual(expected);
  });

  it.each([
    ['name', false, [2, 1, 3]],
    ['name', true, [3, 1, 2]],
    ['role', false, [1, 2, 3]],
    ['profile', true, [1, 3, 2]],
    ['twoFactor', false, [2, 1, 3]],
    ['since', true, [3, 2, 1]],
  ] as const)('by %s, descending %s: %j', (by, isDescending, expected) => {
    const profiles = new Map([
      [1, 'Viewer'],
      [2, 'Analyst'],
    ]);
    expect(ids(sortMembers(people, { by, isDescending }, profiles, 'en'))).toEqual(expected);
  });
});
