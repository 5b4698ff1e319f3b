export { demoPassword } from './demo-organizations.ts';
export { demoRecordsStore } from './demo-records.store.ts';
export { removeInterrupted } from './remove-interrupted.ts';
export { seedDemo } from './seed-demo.ts';
export { runSimulator } from './simulator/run-simulator.ts';
export { createTills } from './simulator/tills.ts';
export type { DemoState } from './state/demo-state.ts';
export { demoState } from './state/restore-state.ts';
