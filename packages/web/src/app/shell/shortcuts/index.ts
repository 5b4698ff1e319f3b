export { type Overlay, useShortcuts } from './use-shortcuts.ts';
