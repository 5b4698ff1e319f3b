import { HomePage } from '../../home/index.ts';
import { allPlaces, places, useShown } from '../places/index.ts';

export function FiguresFirst() {
  return <HomePage layout="figures" places={useOffered()} />;
}

export function WaysFirst() {
  return <HomePage layout="ways" places={useOffered()} />;
}

/** Top-level sections only; their pages are one step further. */
function useOffered() {
  return useShown(allPlaces).filter(
    ({ path }) => path !== places.home.path && !/^\/(settings|user-profile)\//.test(path),
  );
}
