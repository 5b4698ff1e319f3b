export { loadPublicSettings, useConsent } from './consent.ts';
export { ConsentGate } from './consent-gate.tsx';
