import { useEffect, useState } from 'react';

/** ms between leaving one option and showing the next: what was drawn is seen to be cleared. */
const pause = 100;

/** The chosen option of the map's dropdown: after a change none for a moment, then the new one. */
export function useOption(): readonly [chosen: number | null, wanted: number, choose: (option: number) => void] {
  const [chosen, setChosen] = useState<number | null>(0);
  const [wanted, setWanted] = useState(0);
  useEffect(() => {
    if (chosen !== null) return;
    const timer = setTimeout(() => setChosen(wanted), pause);
    return () => clearTimeout(timer);
  }, [chosen, wanted]);
  const choose = (option: number) => {
    setWanted(option);
    setChosen(null);
  };
  return [chosen, wanted, choose];
}
