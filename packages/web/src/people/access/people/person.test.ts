import { expect, it, test } from 'vitest';
import { findAboutFaults, findDestination, findVerification, formatName, type Person } from './person.ts';

const person = { otpContact: null, isEmailVerified: true, isPhoneVerified: false } as Person;

it('B03 a contact is not verified, verified, or what two-factor uses', () => {
  expect(findVerification(person, 'email')).toBe('VERIFIED');
  expect(findVerification(person, 'phone')).toBe('NOT_VERIFIED');
  expect(findVerification({ ...person, otpContact: 'email' }, 'email')).toBe('2FA');
});

test('a code goes to the pending address, if there is one', () => {
  const own = { ...person, email: 'ann@old.example', pendingEmail: null, phone: null } as Person;
  expect(findDestination(own, 'email')).toBe('ann@old.example');
  expect(findDestination({ ...own, pendingEmail: 'ann@new.example' }, 'email')).toBe('ann@new.example');
  expect(findDestination(own, 'phone')).toBe('');
});

test('A13 errors belong to their fields', () => {
  const good = { firstName: 'Leïla', lastName: 'Haddad', email: 'leila@rive.ch', phone: '+41791234567' };
  expect(findAboutFaults(good)).toEqual({});
  expect(findAboutFaults({ ...good, phone: '' })).toEqual({});
  expect(findAboutFaults({ firstName: '', lastName: 'R2', email: 'x', phone: '+4179' })).toEqual({
    firstName: 'profile.name.missing',
    lastName: 'profile.name.letters',
    email: 'profile.email.invalid',
    phone: 'access.phone.invalid',
  });
});

test('people without a name go by their address', () => {
  expect(formatName({ firstName: '', lastName: '', email: 'x@y.ch' })).toBe('x@y.ch');
});
