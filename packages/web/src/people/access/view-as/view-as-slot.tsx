import { useState } from 'react';
import { lazyComponent } from '../../../ui/page/lazy-component.tsx';
import { session } from '../session/index.ts';

const Bar = lazyComponent(() => import('./view-as-bar.tsx').then(({ ViewAsBar: bar }) => bar));

/** Reminds an administrator that they view as `name`; otherwise renders nothing. */
export function ViewAsBar({ name }: { name: string }) {
  const [ends] = useState(() => session.viewAsEnds());
  if (ends === null) return null;
  return <Bar name={name} ends={ends} />;
}
