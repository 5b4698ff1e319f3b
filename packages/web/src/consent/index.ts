export { publicSettings } from './ask-settings.ts';
export { useConsent } from './consent.ts';
export { ConsentGate } from './consent-gate.tsx';
