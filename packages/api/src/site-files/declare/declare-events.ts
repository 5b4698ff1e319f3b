import { type EventState, type InstallationState, joinKey } from '../../sites/stored/index.ts';
import type { DeclaredEvent, DeclaredInstallation } from '../format/site-file.ts';
import { type Declaring, firstDefined, parseOptionalInstant } from './declaring.ts';

export function declareEvents(
  site: DeclaredInstallation,
  { key: installation, timezone }: InstallationState,
  declaring: Declaring,
): void {
  for (const declared of site.events ?? []) {
    const stored = declaring.stored('event', joinKey(installation, declared.name));
    const event: EventState = {
      installation,
      name: declared.name,
      ...datesOf(declared, stored, declaring),
      metrics: declared.metrics === undefined ? (stored?.metrics ?? []) : [...new Set(declared.metrics)],
      stopngoLimit: declared.stopngo === undefined ? (stored?.stopngoLimit ?? null) : (declared.stopngo?.limit ?? null),
      removedAt: parseOptionalInstant(declared.removedAt, timezone),
    };
    if (event.metrics.length === 0)
      declaring.problem(
        declared,
        declared.metrics === undefined ? '' : 'metrics',
        `the event ${declared.name} needs at least one metric`,
      );
    declaring.declare('event', event, declared, 'name', `the event ${declared.name} of ${installation}`);
  }
  if (!declaring.prune) return;
  for (const [key, stored] of declaring.current.event) {
    if (stored.installation !== installation || stored.removedAt !== null || declaring.isDeclared('event', key))
      continue;
    declaring.next.event.set(key, { ...stored, removedAt: declaring.now });
  }
}

/** Both dates are inclusive. A never-ending event has none. */
function datesOf(
  declared: DeclaredEvent,
  stored: EventState | undefined,
  declaring: Declaring,
): Pick<EventState, 'neverEnding' | 'dateBegin' | 'dateEnd'> {
  const dated = declared.dateBegin !== undefined || declared.dateEnd !== undefined;
  const neverEnding = firstDefined(declared.neverEnding, dated ? false : stored?.neverEnding, false);
  if (neverEnding) {
    if (dated)
      declaring.problem(
        declared,
        declared.dateBegin === undefined ? 'dateEnd' : 'dateBegin',
        'a never-ending event has no dates',
      );
    return { neverEnding, dateBegin: null, dateEnd: null };
  }
  const dateBegin = firstDefined(declared.dateBegin, stored?.dateBegin, null);
  const dateEnd = firstDefined(declared.dateEnd, stored?.dateEnd, null);
  if (dateBegin === null || dateEnd === null) {
    declaring.problem(declared, '', `the event ${declared.name} needs "dateBegin" and "dateEnd", or neverEnding: true`);
  } else if (dateEnd < dateBegin) declaring.problem(declared, 'dateEnd', 'dateEnd must not be before dateBegin');
  return { neverEnding, dateBegin, dateEnd };
}
