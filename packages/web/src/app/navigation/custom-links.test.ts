import { describe, expect, it } from 'vitest';
import { buildSidebarLinks } from './custom-links.tsx';

const origin = 'https://own.example';
const custom = (url: string, openOutside = false) => ({ text: 'x', url, iconSrc: null, openOutside });
const opened = (url: string, openOutside = false) =>
  buildSidebarLinks([], [custom(url, openOutside)], origin).map((link) => `${link.opens} ${link.url}`);

describe('custom links of the sidebar (C03)', () => {
  it.each([
    ['/help', false, ['product /help']],
    ['https://own.example/help', false, ['product /help']],
    ['/counting/1?zone=2', false, ['same tab https://own.example/counting/1?zone=2']],
    ['https://a.example/x', false, ['same tab https://a.example/x']],
    ['https://a.example/x', true, ['new tab https://a.example/x']],
    ['/help', true, ['new tab https://own.example/help']],
    ['javascript:alert(1)', false, []],
    ['javascript:alert(1)', true, []],
    ['data:text/html,x', false, []],
    ['https://', false, []],
  ])('%s, outside %s', (url, openOutside, links) => {
    expect(opened(url, openOutside)).toEqual(links);
  });

  it('come after the custom dashboards; others are in the list of dashboards', () => {
    const dashboards = ['countingSite', 'custom', 'marketPlace'].map((type) => ({
      type,
      name: type,
      icon: null,
      url: `/dashboard/${type}`,
    }));
    expect(buildSidebarLinks(dashboards, [custom('/help')], origin).map(({ text }) => text)).toEqual(['custom', 'x']);
  });
});
