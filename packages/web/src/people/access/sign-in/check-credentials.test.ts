import { describe, expect, it } from 'vitest';
import { checkCredentials } from './sign-in-form.tsx';

describe('validation before the request (A01)', () => {
  it.each([
    ['', 'access.email.required'],
    ['   ', 'access.email.required'],
    ['leila', 'access.email.invalid'],
    ['leila@rive', 'access.email.invalid'],
    ['leila@rive group.ch', 'access.email.invalid'],
    ['leila@@rive.ch', 'access.email.invalid'],
    ['leila@rive..ch', 'access.email.invalid'],
    [' leila@rive.ch ', null],
    ['leïla+x@sub.rive-group.ch', null],
  ])('email %j: %s', (email, fault) => {
    expect(checkCredentials({ email, password: 'Demo-pass-1' }).email).toBe(fault);
  });

  it.each([
    ['', 'access.password.required'],
    ['De-pas1', 'access.password.length'],
    ['Demo-pass', 'access.password.extended'],
    ['Demopass1', 'access.password.extended'],
    ['Demo pass 1', 'access.password.extended'],
    ['Demo-pass-1', null],
    ['пароль_٣٣', null],
  ])('password %j: %s', (password, fault) => {
    expect(checkCredentials({ email: 'a@b.ch', password }).password).toBe(fault);
  });
});
