export { FlowPage } from './flow-page.tsx';
export { SensorsPage } from './sensors/sensors-page.tsx';
