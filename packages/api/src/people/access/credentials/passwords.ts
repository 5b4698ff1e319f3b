// The package has types for its main entry only, and we need nothing else of it.
/// <reference path="./password-list.d.ts" />

import { randomBytes } from 'node:crypto';
import { type Failure, failure } from '@atrium/domain/core';
import { findBrokenPasswordRule, type PasswordRule } from '@atrium/domain/people/access';
import { hash, type Options, verify } from '@node-rs/argon2';
import passwords from '@zxcvbn-ts/language-common/dist/passwords.json.js';

/** 49 000 of the most common leaked passwords, in lower case. */
const common: ReadonlySet<string> = new Set(passwords);

/** Common substitutions of letters. */
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Maximum number of characters around a common password that do not make it stronger. */
const maxAddedSigns = 4;

/** Returns whether the password is a common one, also with substituted letters or a few digits and signs around it. */
export function isCommonPassword(password: string): boolean {
  const small = password.normalize('NFKC').toLowerCase();
  const bare = small.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isDressed = bare.length >= 4 && small.length - bare.length <= maxAddedSigns;
  return [small, asLetters(small), ...(isDressed ? [bare, asLetters(bare)] : [])].some((one) => common.has(one));
}

const asLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);

const words: Record<PasswordRule, string> = {
  policy: 'At least 8 characters with a letter, a number and a special character',
  length: 'A password has at least 8 characters',
  extended: 'A password has at least one numeric and one non-alphanumeric character',
  tooLong: 'A password has at most 256 characters',
};

/** Returns BAD_INPUT under the given field for a password that is not accepted, or null. */
export function checkNewPassword(password: string, field: string): Failure | null {
  const rule = findBrokenPasswordRule(password);
  if (rule !== null) return failure('BAD_INPUT', words[rule], field);
  return isCommonPassword(password) ? failure('BAD_INPUT', 'This password is one of those tried first', field) : null;
}

/** OWASP's minimum for argon2id: 19 MiB, two passes. About 20 ms on one core. */
const cost: Options = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The same cost in the units of a document's budget. */
export const getPasswordCost = () => 50_000;

/** Longer passwords are refused: hashing them would only help an attacker. Bytes of UTF-8. */
const maxPasswordBytes = 1024;

export function hashPassword(password: string): Promise<string> {
  if (Buffer.byteLength(password) > maxPasswordBytes) throw new Error('password too long');
  return hash(password.normalize('NFKC'), cost);
}

let dummyHash: Promise<string> | undefined;

/** Checks a password. Without an account or a password, hashes against a random one, so that timing reveals nothing. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(24).toString('base64'));
  const against = passwordHash ?? (await dummyHash);
  const presented = Buffer.byteLength(password) > maxPasswordBytes ? '' : password;
  const matches = await verify(against, presented.normalize('NFKC'));
  return matches && passwordHash !== null && presented === password;
}
