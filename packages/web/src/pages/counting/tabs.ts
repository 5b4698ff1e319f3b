export { FlowPage } from './flow-page.tsx';
export { SensorsPage } from './sensors-page.tsx';
