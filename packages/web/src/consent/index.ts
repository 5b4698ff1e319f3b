export { useConsent } from './consent.ts';
export { ConsentGate } from './consent-gate.tsx';
export { loadPublicSettings } from './load-public-settings.ts';
