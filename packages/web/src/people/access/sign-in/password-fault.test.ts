import { expect, test } from 'vitest';
import { selectSteps } from '../onboarding/steps.tsx';
import type { Invitation } from '../onboarding/use-invitation.ts';
import { findPasswordFault } from './password-fault.ts';

test.each([
  ['Demo-pass-1', null],
  ['weak', 'access.password.rule'],
  ['12345678!', 'access.password.rule'],
  ['Demo-1x', 'access.password.length'],
  ['Demo-pass', 'access.password.extended'],
  ['Demopass1', 'access.password.extended'],
  [`a1!${'x'.repeat(254)}`, 'access.password.tooLong'],
])('A14 of the new password %j is said %s', (password, message) => {
  expect(findPasswordFault(password)).toBe(message);
});

test('A14 the onboarding’s password step says the broken rule and that the passwords do not match', () => {
  const invitation = { role: 'user' } as Invitation;
  const step = selectSteps(invitation).find(({ path }) => path === 'password');
  const faults = (password: string, confirmation: string) =>
    step?.faultsOf({ password, confirmation } as never, invitation);
  expect(faults('Demo-pass', 'other')).toEqual({
    password: 'access.password.extended',
    confirmation: 'access.password.unequal',
  });
  expect(faults('Demo-pass-1', 'Demo-pass-1')).toEqual({});
});

test('A13 the onboarding’s own phone is optional, and whole where there is one', () => {
  const invitation = { role: 'user' } as Invitation;
  const step = selectSteps(invitation).find(({ path }) => path === 'about');
  const said = { email: 'a@b.ch', firstName: 'A', lastName: 'B', lang: 'fr' };
  const faults = (phone: string) => step?.faultsOf({ ...said, phone } as never, invitation);
  for (const phone of ['', '+41791234567']) expect(faults(phone)).toEqual({});
  for (const phone of ['+4179123456', '+41791234', '+41001234567'])
    expect([phone, faults(phone)]).toEqual([phone, { phone: 'access.phone.invalid' }]);
});
