export { demoPassword } from './demo-organizations.ts';
export { demoRecordsStore } from './demo-records.store.ts';
export type { DemoState } from './demo-state.ts';
export { removeInterrupted } from './remove-interrupted.ts';
export { restoreDemoState } from './restore-state.ts';
export { createReadOnlySampleData, createSampleSites, runSampleSites, type SampleSites } from './sample/sample-data.ts';
export { seedDemo } from './seed-demo.ts';
export { runSimulator } from './simulator/run-simulator.ts';
export { createTills } from './simulator/tills.ts';
