import type { Area } from '@atrium/domain/access';

/** Redirect targets of areas that are closed to the viewer. Other areas have none. */
const elsewhere: { readonly [Each in Area]?: '/' | '/analytics/dashboard' } = {
  counting: '/analytics/dashboard',
  atmosphere: '/analytics/dashboard',
  energy: '/analytics/dashboard',
  salesFunnel: '/',
};

export const insteadOf = (area: Area) => elsewhere[area] ?? '/not-found';
