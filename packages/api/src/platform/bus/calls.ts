import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/logger.ts';

/** Requests to the other processes of the installation. One of them answers. */
export interface Calls {
  /** Returns null when no process answered in time. The request may have been carried out all the same. */
  call<Answer>(name: string, question: unknown, patienceMs: number): Promise<{ readonly answer: Answer } | null>;
  /**
   * Registers a handler and returns a function that removes it. A handler that fails is logged and sends no reply. One
   * that returns undefined sends none either. Where several processes serve the same name, all get the request and the
   * first reply wins.
   */
  serve(name: string, answer: (question: never) => Promise<unknown>): () => void;
}

export function createNatsCalls(connection: NatsConnection, subject: string, logger: Pick<Logger, 'error'>): Calls {
  async function reply(received: Msg, answer: (question: never) => Promise<unknown>): Promise<void> {
    try {
      const told = await answer(received.json<never>());
      if (told !== undefined) received.respond(JSON.stringify({ answer: told }));
    } catch (error) {
      logger.error({ err: error }, 'a question of another process could not be answered');
    }
  }
  return {
    async call(name, question, timeout) {
      try {
        const asked = connection.request(`${subject}.${name}`, JSON.stringify(question), { timeout });
        return (await asked).json();
      } catch {
        return null;
      }
    },
    serve(name, answer) {
      const served = connection.subscribe(`${subject}.${name}`, {
        callback: (error, received) => {
          if (error === null) void reply(received, answer);
        },
      });
      return () => served.unsubscribe();
    },
  };
}
