import type { Area } from '@atrium/domain/access';

/** Redirect targets of areas that are closed to the viewer. Other areas have none. */
const redirects: { readonly [Each in Area]?: '/' | '/analytics/dashboard' } = {
  counting: '/analytics/dashboard',
  atmosphere: '/analytics/dashboard',
  energy: '/analytics/dashboard',
  salesFunnel: '/',
};

export const findRedirect = (area: Area) => redirects[area] ?? '/not-found';
