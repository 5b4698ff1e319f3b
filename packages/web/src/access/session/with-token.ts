import { Refusal } from './ask.ts';
import { session } from './session.ts';

/** Sends with the session's token, and once more with a new one where the server says that it has expired. */
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
