export { buildChainFile, type ChainSize, chainPeople, largeChain } from './chain.ts';
export { places, randomSite, randomStream, reportsCoarsely } from './random-site.ts';
export { aShop } from './shop.ts';
export {
  aDevice,
  aDoor,
  anAirSensor,
  aPad,
  aPassage,
  aSite,
  atPassage,
  atZone,
  aZone,
  aZoneWithin,
  ends,
} from './topologies.ts';
