export const minPasswordLength = 8;
/** Long enough for any passphrase; hashing more would only be work for whoever wants to waste it. */
export const maxPasswordLength = 256;

export type PasswordFault = 'length' | 'letter' | 'number' | 'special' | 'tooLong';

/** What a new password lacks, in the order people are told; letters of any alphabet count, a space is no special. */
export function passwordFaults(password: string): readonly PasswordFault[] {
  const checks: readonly (readonly [PasswordFault, boolean])[] = [
    ['length', [...password].length >= minPasswordLength],
    ['letter', /\p{L}/u.test(password)],
    ['number', /\p{N}/u.test(password)],
    ['special', /[^\p{L}\p{M}\p{N}\s]/u.test(password)],
    ['tooLong', password.length <= maxPasswordLength],
  ];
  return checks.filter(([, holds]) => !holds).map(([fault]) => fault);
}

/** `policy`: the whole of it; `extended`: long enough and with a letter, but without its number or special character. */
export type PasswordRule = 'policy' | 'length' | 'extended' | 'tooLong';

/** The one rule to tell somebody whose new password can't be taken; null where it can. */
export function brokenPasswordRule(password: string): PasswordRule | null {
  const faults = passwordFaults(password);
  if (faults.length === 0) return null;
  if (faults.includes('tooLong')) return 'tooLong';
  if (faults.every((fault) => fault === 'length')) return 'length';
  return faults.includes('length') || faults.includes('letter') ? 'policy' : 'extended';
}
