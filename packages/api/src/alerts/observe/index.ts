export { isOffAt } from './observations-of.ts';
export { createObserve, type Observe } from './observe.ts';
export { watchedDevices } from './watched-devices.ts';
