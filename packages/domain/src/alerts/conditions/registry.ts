import { type ConditionTypeName, conditionTypes } from './condition.ts';
import type { ConditionType } from './condition-type.ts';
import { co2 } from './types/co2.ts';
import { comfortScale } from './types/comfort-scale.ts';
import { density } from './types/density.ts';
import { flux } from './types/flux.ts';
import { humidity } from './types/humidity.ts';
import { intrusion } from './types/intrusion.ts';
import { limit } from './types/limit.ts';
import { linearDensity } from './types/linear-density.ts';
import { reverseDensity } from './types/reverse-density.ts';
import { status } from './types/status.ts';
import { stopAndGo } from './types/stop-and-go.ts';
import { temperature } from './types/temperature.ts';
import { waitingTime } from './types/waiting-time.ts';

const types: Readonly<Record<ConditionTypeName, ConditionType>> = {
  CO2: co2,
  flux,
  humidity,
  intrusion,
  limit,
  status,
  stopAndGo,
  temperature,
  waitingTime,
  reverseDensity,
  comfortScale,
  density,
  linearDensity,
};

export const getConditionType = (name: ConditionTypeName): ConditionType => types[name];

export const isConditionTypeName = (name: string): name is ConditionTypeName =>
  (conditionTypes as readonly string[]).includes(name);
