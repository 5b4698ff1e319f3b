export { focusPressed } from './focus-pressed.ts';
export { usePopover } from './use-popover.ts';
