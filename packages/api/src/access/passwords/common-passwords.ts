// The package has types for its main entry only, and we need nothing else of it.
/// <reference path="./password-list.d.ts" />
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

/** Maximum of signs around a common password that do not strengthen it. */
const maxAddedSigns = 4;

/** Returns whether the password is a common one, also with substituted letters or a few digits and signs around it. */
export function isCommonPassword(password: string): boolean {
  const small = password.normalize('NFKC').toLowerCase();
  const bare = small.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isDressed = bare.length >= 4 && small.length - bare.length <= maxAddedSigns;
  return [small, asLetters(small), ...(isDressed ? [bare, asLetters(bare)] : [])].some((one) => common.has(one));
}

const asLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);
