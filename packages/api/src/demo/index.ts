export { demoPassword } from './demo-organizations.ts';
export { demoRecordsStore } from './demo-records.store.ts';
export type { DemoState } from './demo-state.ts';
export { removeInterrupted } from './remove-interrupted.ts';
export { demoState } from './restore-state.ts';
export { runSimulator } from './run-simulator.ts';
export { seedDemo } from './seed-demo.ts';
export { createTills } from './tills.ts';
