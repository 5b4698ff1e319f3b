import { useState } from 'react';
import { lazyComponent } from '../../../ui/page/lazy-component.tsx';
import { ask, landingPath, Refusal, session } from '../session/index.ts';
import { StartViewAsDocument } from './operations.generated.ts';

const Bar = lazyComponent(() => import('./view-as-bar.tsx').then(({ ViewAsBar: bar }) => bar));

/** Reminds an administrator that they view as `name`; otherwise renders nothing. */
export function ViewAsBar({ name }: { name: string }) {
  const [ends] = useState(() => session.viewAsEnds());
  if (ends === null) return null;
  return <Bar name={name} ends={ends} />;
}

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
