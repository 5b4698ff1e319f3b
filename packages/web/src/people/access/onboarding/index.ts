export { InvitationPage, OnboardingPage } from './onboarding-page.tsx';
