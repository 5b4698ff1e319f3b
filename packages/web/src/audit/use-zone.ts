import { useViewer } from '../organisation/index.ts';

/** The clock the viewer reads dates by. */
export const useZone = (): string => useViewer().timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
