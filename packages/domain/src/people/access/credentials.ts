/** Number of digits of a one-time code. */
export const codeDigits = 6;

/** Minimum ms between two codes for the same person. */
export const resendDelayMs = 60_000;

export const minPasswordLength = 8;
/** Long enough for any passphrase; a limit because hashing longer ones would allow denial of service. */
export const maxPasswordLength = 256;

export type PasswordFault = 'length' | 'letter' | 'number' | 'special' | 'tooLong';

/**
 * Returns the rules that a new password breaks, in display order. Letters of any alphabet count; a space is not a
 * special character.
 */
export function findPasswordFaults(password: string): readonly PasswordFault[] {
  const checks: readonly (readonly [PasswordFault, boolean])[] = [
    ['length', [...password].length >= minPasswordLength],
    ['letter', /\p{L}/u.test(password)],
    ['number', /\p{N}/u.test(password)],
    ['special', /[^\p{L}\p{M}\p{N}\s]/u.test(password)],
    ['tooLong', password.length <= maxPasswordLength],
  ];
  return checks.filter(([, holds]) => !holds).map(([fault]) => fault);
}

/** `policy`: all rules. `extended`: long enough and with a letter, but without a number or special character. */
export type PasswordRule = 'policy' | 'length' | 'extended' | 'tooLong';

/** Returns the one rule to show for an invalid new password. Null if it is valid. */
export function findBrokenPasswordRule(password: string): PasswordRule | null {
  const faults = findPasswordFaults(password);
  if (faults.length === 0) return null;
  if (faults.includes('tooLong')) return 'tooLong';
  if (faults.every((fault) => fault === 'length')) return 'length';
  return faults.includes('length') || faults.includes('letter') ? 'policy' : 'extended';
}
