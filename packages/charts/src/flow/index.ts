export { addValueLabels, drawFlow, type FlowRole, flowRoles } from './draw-flow.ts';
export { type FlowInput, type FlowLayout, layoutFlow } from './flow-layout.ts';
