import { type Plan, rescaledBy } from '@atrium/domain/map-views';
import { useState } from 'react';

/** Another scale over what was drawn before. */
export interface Rescaling {
  /** Of each length. */
  readonly factor: number;
  readonly answer: (isMeant: boolean) => void;
}

/** The question before a plan is saved whose scale changes what is stored. */
export function useRescaling(stored: Plan, plan: Plan) {
  const [rescaling, setRescaling] = useState<Rescaling | null>(null);

  /** Whether another scale is meant; nothing is asked where none was told before. */
  function isScaleMeant(): Promise<boolean> {
    const factor = rescaledBy(stored, plan);
    if (factor === null) return Promise.resolve(true);
    return new Promise((resolve) => {
      const answer = (isMeant: boolean) => {
        setRescaling(null);
        resolve(isMeant);
      };
      setRescaling({ factor, answer });
    });
  }

  return { rescaling, isScaleMeant };
}
