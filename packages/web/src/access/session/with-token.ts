import { Refusal } from './ask.ts';
import { session } from './session.ts';

/** Sends with the session's token. Retries once with a renewed token if the server says it has expired. */
export async function withToken<Answer>(send: (token: string | null) => Promise<Answer>): Promise<Answer> {
  const token = session.token();
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'TOKEN_EXPIRED' || token === null) throw error;
    await session.renew(token);
    return await send(session.token());
  }
}
