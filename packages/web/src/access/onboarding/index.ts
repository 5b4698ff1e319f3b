export { InvitationPage } from './invitation-page.tsx';
export { OnboardingPage } from './onboarding-page.tsx';
