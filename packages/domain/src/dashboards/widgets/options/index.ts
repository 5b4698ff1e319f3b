export * from './change-option.ts';
export * from './create-widget.ts';
export { listOptions } from './list-options.ts';
export * from './option.ts';
export type { OptionName } from './option-table.ts';
