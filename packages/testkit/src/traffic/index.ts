export { QUARTERS, dayFactor, weeklyRhythm } from './rhythm.ts';
export { readingsBetween, type SentReading, serialNumber, type SiteSetting, type TimedReading } from './readings.ts';
export { createSimulator, type SimulatedSite } from './simulator.ts';
export type { DoorModel, OutageModel, RoomModel, SiteModel } from './site-model.ts';
