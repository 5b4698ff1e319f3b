import { useEffect, useState } from 'react';

/** Delay in ms between clearing one option and showing the next, so that the change is visible. */
const pause = 100;

/** The selected option of the map's dropdown. After a change it is null for a moment. */
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
