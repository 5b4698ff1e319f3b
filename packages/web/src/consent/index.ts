export { useConsent } from './consent.ts';
export { ConsentGate } from './consent-gate.tsx';
export { type PublicSettings, publicSettings } from './public-settings.ts';
