// The package tells types for the whole of it alone, and the rest of it is nothing we use.
/// <reference path="./password-list.d.ts" />
import passwords from '@zxcvbn-ts/language-common/dist/passwords.json.js';

/** 49 000 of the passwords most often found in what was stolen elsewhere, in small letters. */
const common: ReadonlySet<string> = new Set(passwords);

/** What people write for letters where signs are asked for. */
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

/** Signs at the ends that make a common password no better than it is. */
const mostAdded = 4;

/**
 * Whether somebody who tries the usual passwords tries this one: one of them, or one with signs for letters or a few
 * digits and signs around it, which is what a rule about digits and signs makes of it.
 */
export function isCommonPassword(password: string): boolean {
  const small = password.normalize('NFKC').toLowerCase();
  const bare = small.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isDressed = bare.length >= 4 && small.length - bare.length <= mostAdded;
  return [small, asLetters(small), ...(isDressed ? [bare, asLetters(bare)] : [])].some((one) => common.has(one));
}

const asLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);
