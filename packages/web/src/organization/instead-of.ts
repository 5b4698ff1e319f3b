import type { Area } from '@atrium/domain/access';

/** Where those are led whom an area is closed to; of what is not named here there is no page for them. */
const elsewhere: { readonly [Each in Area]?: '/' | '/analytics/dashboard' } = {
  counting: '/analytics/dashboard',
  atmosphere: '/analytics/dashboard',
  energy: '/analytics/dashboard',
  salesFunnel: '/',
};

export const insteadOf = (area: Area) => elsewhere[area] ?? '/not-found';
