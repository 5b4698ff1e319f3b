import { connect } from '@nats-io/transport-node';
import { parseNatsUrl } from '../bus/parse-nats-url.ts';

/** Rejects with the reason when the NATS server refuses the connection or does not answer. */
export async function checkNats(url: string, answerMs: number): Promise<void> {
  const connection = await connect({ ...parseNatsUrl(url), name: 'atrium', timeout: answerMs, reconnect: false });
  try {
    await connection.flush();
  } finally {
    await connection.close();
  }
}
