import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '../context.ts';
import { type Reopen, ReopeningStream } from './reopening-stream.ts';
import type { SessionWatches } from './session-watches.ts';

/**
 * Reopens subscriptions when the access of their session changes, with the checks of the first opening, over any
 * transport. A refused subscription ends with that refusal.
 */
export function reopenOnAccessChange(sessions: SessionWatches): Plugin {
  return {
    onSubscribe({ subscribeFn, setSubscribeFn }) {
      setSubscribeFn(async (args) => {
        const opened: AsyncIterable<ExecutionResult> | ExecutionResult = await subscribeFn(args);
        const caller = args.contextValue as GraphqlContext;
        if (!(Symbol.asyncIterator in opened) || caller.scope === null) return opened;
        const reopen: Reopen = async (now) =>
          subscribeFn({
            ...args,
            contextValue: { ...caller, scope: now.scope, tokenProblem: now.scope === null ? now.tokenProblem : null },
          });
        const stream = new ReopeningStream(opened, reopen, () => stop());
        const known = { scope: caller.scope, expiresAt: Number.POSITIVE_INFINITY };
        const stop = sessions.watch(caller.bearer, known, (news) => stream.hear(news));
        return stream;
      });
    },
  };
}
