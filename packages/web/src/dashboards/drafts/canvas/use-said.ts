import { useState } from 'react';

/** What is read out when something changed; the same words twice are said twice. */
export function useSaid(): {
  readonly said: { readonly text: string; readonly turn: number };
  readonly say: (text: string) => void;
} {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  return { said, say: (text) => setSaid(({ turn }) => ({ text, turn: turn + 1 })) };
}
