export { places, randomSite, randomStream, tellsCoarsely } from './random-site.ts';
export { aShop } from './shop.ts';
export { aDoor, anAirSensor, aPad, aPassage, aSite, aZone, ends } from './topologies.ts';
