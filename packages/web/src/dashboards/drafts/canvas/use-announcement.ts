import { useState } from 'react';

/** Holds the announcement for screen readers. `turn` makes repeated texts announce again. */
export function useAnnouncement(): {
  readonly said: { readonly text: string; readonly turn: number };
  readonly say: (text: string) => void;
} {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  return { said, say: (text) => setSaid(({ turn }) => ({ text, turn: turn + 1 })) };
}
