export const minPasswordLength = 8;
/** Long enough for any passphrase; hashing more would only be work for whoever wants to waste it. */
export const maxPasswordLength = 256;

export type PasswordFault = 'length' | 'letter' | 'number' | 'special';

/** What a new password lacks, in the order people are told; letters of any alphabet count, a space is no special. */
export function passwordFaults(password: string): readonly PasswordFault[] {
  const checks: readonly (readonly [PasswordFault, boolean])[] = [
    ['length', [...password].length >= minPasswordLength],
    ['letter', /\p{L}/u.test(password)],
    ['number', /\p{N}/u.test(password)],
    ['special', /[^\p{L}\p{M}\p{N}\s]/u.test(password)],
  ];
  return checks.filter(([, holds]) => !holds).map(([fault]) => fault);
}
