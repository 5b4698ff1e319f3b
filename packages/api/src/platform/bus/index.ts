export { openBus } from './open-bus.ts';
