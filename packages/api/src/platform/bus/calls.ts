import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../logging/index.ts';

/** Questions to another process of the installation, of which one answers. */
export interface Calls {
  /** null: nobody is there to answer, or nobody did in time. What was asked for may have been done all the same. */
  call<Answer>(name: string, question: unknown, patienceMs: number): Promise<{ readonly answer: Answer } | null>;
  /**
   * Answers from now on; what comes back ends that. A question that fails is logged and gets no answer, nor does one that
   * is answered by undefined. Where several serve the same, all are asked, and who answers first is heard.
   */
  serve(name: string, answer: (question: never) => Promise<unknown>): () => void;
}

export function natsCalls(connection: NatsConnection, subject: string, logger: Pick<Logger, 'error'>): Calls {
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
