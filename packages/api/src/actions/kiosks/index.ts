export { createKiosksModule } from './kiosks-module.ts';
