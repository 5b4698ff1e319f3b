export * from './change-option.ts';
export * from './fresh-widget.ts';
export * from './option.ts';
export type { OptionName } from './option-table.ts';
export { optionsOf } from './options-of.ts';
