import { QUARTERS } from '../simulator/traffic/index.ts';

export type Params = Record<string, unknown>;

export const QUARTER = 900_000;

/** SQL for the time of a quarter. Day 0 of the epoch was a Thursday. */
export const PLACE = `
  {from:Int64} + number * ${QUARTER} AS at,
  intDiv(at + {offset:Int64}, ${QUARTER}) AS quarter,
  intDiv(quarter, ${QUARTERS}) AS dayNumber,
  (quarter % ${QUARTERS}) / 4 AS hour`;

/** SQL lambdas for the expected arrivals of a quarter and its noise, both deterministic. */
export const LAMBDAS = `
  (q) -> visitors * arrayElement({rhythm:Array(Float64)}, toUInt32((q + ${3 * QUARTERS}) % ${7 * QUARTERS} + 1))
    * arrayElement({dayFactors:Array(Float64)}, toUInt32(intDiv(q, ${QUARTERS}) - {firstDay:Int64} + 1)) AS mean,
  (q) -> sqrt(-2 * log((cityHash64(device, q, 1) % 1000000 + 1) / 1000001)) * cos(2 * pi() * (cityHash64(device, q, 2) % 1000000) / 1000000) AS noise`;
