import { lazy, Suspense, useState } from 'react';
import { session } from '../session/index.ts';

const Bar = lazy(() => import('./view-as-bar.tsx').then(({ ViewAsBar: bar }) => ({ default: bar })));

/** What reminds an administrator that they look as `name`; nothing for people who are themselves. */
export function ViewAsBar({ name }: { name: string }) {
  const [ends] = useState(() => session.viewAsEnds());
  if (ends === null) return null;
  return (
    <Suspense>
      <Bar name={name} ends={ends} />
    </Suspense>
  );
}
