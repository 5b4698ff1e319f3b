import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { OnRefused } from '../../platform/graphql/endpoint.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from './record-audit.ts';

/**
 * Seconds within which repeated refusals of the same operation to a person make one entry, because pages may retry
 * often.
 */
const repeatSeconds = 10 * 60;
/** Maximum entries per person in that time, so that one person cannot fill the log. */
const maxPerPerson = 50;

/** Creates a function that writes refused operations to the audit log. */
export function recordRefusals({
  relational,
  clock,
  logger,
}: Pick<Platform, 'relational' | 'clock' | 'logger'>): OnRefused {
  const same = new RateLimiterMemory({ keyPrefix: 'same', points: 1, duration: repeatSeconds });
  const all = new RateLimiterMemory({ keyPrefix: 'all', points: maxPerPerson, duration: repeatSeconds });
  return (scope, operation) => {
    const person = `${scope.viewedBy ?? ''}/${scope.userId}`;
    const record = async () => {
      await same.consume(`${person}/${operation}`);
      await all.consume(person);
      const about = scope.userId === null ? {} : { subjectId: scope.userId };
      await recordAudit(scope, relational.db, {
        at: clock.now(),
        action: 'access.refused',
        details: { operation },
        ...about,
      });
    };
    record().catch((error: unknown) => {
      if (!(error instanceof RateLimiterRes)) logger.error({ err: error }, 'a refusal was not written down');
    });
  };
}
