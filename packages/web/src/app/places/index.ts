export { allPlaces, isCurrent, mainPlaces, type Place, phonePlaces, places, sidePlaces } from './places.ts';
export { type Section, sectionOf, sections } from './sections.ts';
export { useShown } from './use-shown.ts';
