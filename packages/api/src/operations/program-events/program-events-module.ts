import { runPeriodically } from '../../platform/concurrency/timing.ts';
import type { Work } from '../../platform/module.ts';
import { type ChangedDaysDependencies, emitChangedDays } from './emit-changed-days.ts';
import { emitSensorEvents, type SensorEventsDependencies } from './emit-sensor-events.ts';

interface Dependencies extends SensorEventsDependencies, ChangedDaysDependencies {
  readonly logError: (message: string, error: unknown) => void;
}

const sensorCheckMs = 60_000;
const changeCheckMs = 5 * 60_000;

/** Reports silent sensors and changed days to the programs that webhooks call. */
export function createProgramEventsModule(deps: Dependencies) {
  return {
    work: (): readonly Work[] => [
      {
        by: 'leader',
        open: () =>
          runPeriodically(
            () => emitSensorEvents(deps),
            sensorCheckMs,
            (error) => deps.logError('webhooks could not be told of silent sensors', error),
          ),
      },
      {
        by: 'leader',
        open: () =>
          runPeriodically(
            () => emitChangedDays(deps),
            changeCheckMs,
            (error) => deps.logError('webhooks could not be told of changed days', error),
          ),
      },
    ],
  };
}
