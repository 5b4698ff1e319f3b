import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../logging/index.ts';

/** Questions to another process of the installation, of which one answers. */
export interface Calls {
  /** null: nobody is there to answer, or nobody did in time. What was asked for may have been done all the same. */
  call<Answer>(name: string, question: unknown, patienceMs: number): Promise<{ readonly answer: Answer } | null>;
  /** Answers from now on. A question that fails is logged and gets no answer. */
  serve(name: string, answer: (question: never) => Promise<unknown>): void;
}

export function natsCalls(connection: NatsConnection, subject: string, logger: Pick<Logger, 'error'>): Calls {
  async function reply(received: Msg, answer: (question: never) => Promise<unknown>): Promise<void> {
    try {
      received.respond(JSON.stringify({ answer: await answer(received.json<never>()) }));
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
      connection.subscribe(`${subject}.${name}`, {
        queue: 'one',
        callback: (error, received) => {
          if (error === null) void reply(received, answer);
        },
      });
    },
  };
}
