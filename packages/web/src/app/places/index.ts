export { allPlaces, iconPlaces, isCurrent, mainPlaces, type Place, phonePlaces, places } from './places.ts';
export { findSection, type Section, sections } from './sections.ts';
export { useVisiblePlaces } from './use-visible-places.ts';
