export * from './history.ts';
export * from './layout.ts';
export * from './phone-order.ts';
export * from './place.ts';
export * from './rows.ts';
