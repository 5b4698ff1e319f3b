import type { Speech } from '../messages/speech.ts';

/** Renders the greeting, without a name if it is empty. */
export function renderGreeting({ say }: Speech, firstName: string): string {
  const name = firstName.trim();
  return name === '' ? say('hello.nobody') : say('hello', { name });
}
