export * from './edit-widget.ts';
export { listOptions } from './edit-widget.ts';
export * from './option.ts';
export type { OptionName } from './option-table.ts';
