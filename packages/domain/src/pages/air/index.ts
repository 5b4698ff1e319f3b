export * from './air-judgement.ts';
export * from './air-page.ts';
export * from './air-queries.ts';
export * from './band-depth.ts';
export * from './read-air.ts';
export * from './worst-spell.ts';
