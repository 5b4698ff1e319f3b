import { useState } from 'react';
import { latePart } from '../../ui/loading/index.ts';
import { session } from '../session/index.ts';

const Bar = latePart(() => import('./view-as-bar.tsx').then(({ ViewAsBar: bar }) => bar));

/** What reminds an administrator that they look as `name`; nothing for people who are themselves. */
export function ViewAsBar({ name }: { name: string }) {
  const [ends] = useState(() => session.viewAsEnds());
  if (ends === null) return null;
  return <Bar name={name} ends={ends} />;
}
