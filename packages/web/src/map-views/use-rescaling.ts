import { computeRescaling, type Plan } from '@atrium/domain/map-views';
import { useState } from 'react';

/** A new scale for shapes that were already drawn. */
export interface Rescaling {
  /** Factor of every length. */
  readonly factor: number;
  readonly answer: (isMeant: boolean) => void;
}

/** Asks before saving a plan whose scale changes stored measures. */
export function useRescaling(stored: Plan, plan: Plan) {
  const [rescaling, setRescaling] = useState<Rescaling | null>(null);

  /** Resolves to whether the new scale is intended. Asks nothing if there was no scale before. */
  function isScaleMeant(): Promise<boolean> {
    const factor = computeRescaling(stored, plan);
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
