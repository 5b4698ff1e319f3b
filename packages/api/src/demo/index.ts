export { demoPassword } from './demo-organizations.ts';
export { type DemoState, readDemoState } from './demo-state.ts';
export { runSimulator } from './run-simulator.ts';
export { seedDemo } from './seed-demo.ts';
export { createTills } from './tills.ts';
