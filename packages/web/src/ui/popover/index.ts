export { focusClickedControls } from './focus-clicked-controls.ts';
export { usePopover } from './use-popover.ts';
