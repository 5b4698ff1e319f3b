import { ask, landingPath, Refusal, session } from '../session/index.ts';
import { StartViewAsDocument } from './operations.generated.ts';

/**
 * Starts viewing as another member in every tab, and opens the landing page. Resolves to false if the server refuses or
 * is unreachable.
 */
export async function startViewAs(userId: number): Promise<boolean> {
  try {
    const { startViewAs: started } = await askRenewing(userId);
    if (!session.viewAs(started.token)) return false;
    location.assign(landingPath);
    return true;
  } catch {
    return false;
  }
}

async function askRenewing(userId: number) {
  const token = session.token() ?? '';
  try {
    return await ask(StartViewAsDocument, { userId }, token);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'TOKEN_EXPIRED') throw error;
    const renewed = await session.renew(token);
    if (!renewed.ok) throw error;
    return ask(StartViewAsDocument, { userId }, renewed.value);
  }
}
