import { HomePage } from '../../pages/home/index.ts';
import { Portfolio } from '../../sites/portfolio/portfolio.tsx';
import { allPlaces, places } from '../places.ts';
import { useVisiblePlaces } from '../sections.ts';

export function HomeWithFigures() {
  return <HomePage layout="figures" places={useOffered()} portfolio={Portfolio} />;
}

export function HomeWithLinks() {
  return <HomePage layout="ways" places={useOffered()} portfolio={Portfolio} />;
}

/** Top-level sections only; their pages are one step further. */
function useOffered() {
  return useVisiblePlaces(allPlaces).filter(
    ({ path }) => path !== places.home.path && !/^\/(settings|user-profile)\//.test(path),
  );
}
