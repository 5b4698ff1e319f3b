import { expect, it, test } from 'vitest';
import { aboutFaults, destinationOf, nameOf, type Person, verificationOf } from './person.ts';

const person = { otpContact: null, isEmailVerified: true, isPhoneVerified: false } as Person;

it('B03 a contact is not verified, verified, or what two-factor uses', () => {
  expect(verificationOf(person, 'email')).toBe('VERIFIED');
  expect(verificationOf(person, 'phone')).toBe('NOT_VERIFIED');
  expect(verificationOf({ ...person, otpContact: 'email' }, 'email')).toBe('2FA');
});

test('a code goes to the pending address, if there is one', () => {
  const own = { ...person, email: 'ann@old.example', pendingEmail: null, phone: null } as Person;
  expect(destinationOf(own, 'email')).toBe('ann@old.example');
  expect(destinationOf({ ...own, pendingEmail: 'ann@new.example' }, 'email')).toBe('ann@new.example');
  expect(destinationOf(own, 'phone')).toBe('');
});

test('A13 errors belong to their fields', () => {
  const good = { firstName: 'Leïla', lastName: 'Haddad', email: 'leila@rive.ch', phone: '+41791234567' };
  expect(aboutFaults(good)).toEqual({});
  expect(aboutFaults({ ...good, phone: '' })).toEqual({});
  expect(aboutFaults({ firstName: '', lastName: 'R2', email: 'x', phone: '+4179' })).toEqual({
    firstName: 'profile.name.missing',
    lastName: 'profile.name.letters',
    email: 'profile.email.invalid',
    phone: 'access.phone.invalid',
  });
});

test('people without a name go by their address', () => {
  expect(nameOf({ firstName: '', lastName: '', email: 'x@y.ch' })).toBe('x@y.ch');
});
