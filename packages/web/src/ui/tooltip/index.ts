export { HelpTip, Tooltip } from './tooltip.tsx';
