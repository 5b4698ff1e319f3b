export { usePopover } from './use-popover.ts';
