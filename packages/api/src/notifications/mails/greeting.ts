import type { Speech } from '../messages/speech.ts';

/** People who have not told their name yet are greeted without it. */
export function greeting({ say }: Speech, firstName: string): string {
  const name = firstName.trim();
  return name === '' ? say('hello.nobody') : say('hello', { name });
}
