import { connect } from '@nats-io/transport-node';
import { natsAddress } from '../bus/nats-address.ts';

/** Rejects with the reason when the NATS server refuses the connection or does not answer. */
export async function askNats(url: string, answerMs: number): Promise<void> {
  const connection = await connect({ ...natsAddress(url), name: 'atrium', timeout: answerMs, reconnect: false });
  try {
    await connection.flush();
  } finally {
    await connection.close();
  }
}
