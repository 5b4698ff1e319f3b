import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { countReadable, explainIgnored, numberWidgets, parseMessage } from './builder-message.ts';

const host = { name: 'the window around' };
const builder = { origin: 'https://admin.example', source: host };
const token = 'eyJhbGciOiJIUzI1NiJ9.payload.signature';
const said = (data: unknown, more: object = {}) =>
  parseMessage({ origin: builder.origin, source: host, data, ...more }, builder);
const config = (page: object) => ({ type: 'builder.config', page });

describe('who is listened to (F04)', () => {
  const message = { type: 'builder.token', token };

  it('is the window around, showing the configured origin', () => {
    expect(said(message)).toEqual(message);
  });

  it.each([
    'null',
    '',
    'https://admin.example.evil.example',
    'https://evil-admin.example',
    'https://evil.example/https://admin.example',
    'https://www.admin.example',
    'https://example',
    'http://admin.example',
    'https://admin.example:8443',
    'https://admin.example/',
    'https://ADMIN.example',
    '*',
  ])('is nobody from %j', (origin) => {
    expect(said(message, { origin })).toBeNull();
  });

  it.each([
    ['another window of the same origin', {}],
    ['no window', null],
    ['nothing', undefined],
  ])('is not %s', (_who, source) => {
    expect(said(message, { source })).toBeNull();
  });

  it('is nobody where no window could be the builder', () => {
    expect(
      parseMessage({ origin: builder.origin, source: null, data: message }, { ...builder, source: null }),
    ).toBeNull();
  });
});

test.each([
  ['https://evil.example', host, 'it came from https://evil.example, not from https://admin.example'],
  ['', host, 'it came from nowhere, not from https://admin.example'],
  [builder.origin, {}, 'it came from another window than the one around'],
  [builder.origin, host, 'it is not written as the preview understands it'],
])('from %j it is said why nobody listened (F04)', (origin, source, why) => {
  expect(explainIgnored({ origin, source }, builder)).toBe(why);
});

describe('what is understood', () => {
  it('is a start, a token and a page', () => {
    expect(said({ type: 'builder.init' })).toEqual({ type: 'builder.init' });
    expect(said(config({ widgets: [] }))).toEqual(
      config({ name: '', installationId: null, widgets: [], widgetGlobalFilters: [] }),
    );
  });

  const loop: { widgets: object[] } = { widgets: [] };
  loop.widgets.push({ type: 'kpis', self: loop });
  it.each<[string, unknown]>([
    ['a text', 'builder.init'],
    ['JSON as text', '{"type":"builder.init"}'],
    ['nothing', null],
    ['a list', [{ type: 'builder.init' }]],
    ['another word', { type: 'init' }],
    ['a word of another kind', { type: ['builder.init'] }],
    ['more than its words', { type: 'builder.init', token }],
    ['no token', { type: 'builder.token' }],
    ['a token with a line break', { type: 'builder.token', token: `${token}\r\nx: y` }],
    ['a token with an attribute of a cookie', { type: 'builder.token', token: `${token}; domain=example` }],
    ['a token too long', { type: 'builder.token', token: 'a'.repeat(5000) }],
    ['a token too short', { type: 'builder.token', token: 'a' }],
    ['a page of no widgets', config({})],
    ['widgets that are none', config({ widgets: ['<script>'] })],
    ['too many widgets', config({ widgets: Array.from({ length: 101 }, () => ({})) })],
    ['too much of a page', config({ widgets: [{ type: 'kpis', title: 'x'.repeat(600_000) }] })],
    ['a page that holds itself', config(loop)],
    ['an endless number', config({ widgets: [{ big: 1n }] })],
    ['a site with a broken number', config({ widgets: [], installationId: 1.5 })],
    ['more than a page has', config({ widgets: [], script: 'x' })],
  ])('is not %s', (_what, data) => {
    expect(said(data)).toBeNull();
  });

  it('is never an error, whatever is posted', () => {
    fc.assert(fc.property(fc.anything(), (data) => void said(data)));
    fc.assert(fc.property(fc.anything(), (page) => void said({ type: 'builder.config', page })));
  });
});

describe('a posted page', () => {
  const page = {
    name: '',
    installationId: null,
    widgets: [
      { type: 'kpis', title: 'One', id: 900, order: 7, metrics: [{ type: 'inside' }] },
      { type: 'weather', title: 'Two', id: 900 },
      { type: 'hologram', title: 'Three' },
    ],
    widgetGlobalFilters: [{ type: 'date', datePreset: 'last7' }, { type: 'shoe-size' }],
  };

  it('has its widgets numbered in their order, whatever numbers they brought', () => {
    const { definitions, filters } = numberWidgets(page);
    expect(definitions.map(({ id, order }) => [id, order])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
    expect(filters).toMatchObject([{ type: 'date', datePreset: 'last7', id: 1, order: 0 }]);
  });

  it('is counted by what can be shown of it', () => {
    expect(countReadable(numberWidgets(page).definitions)).toBe(2);
  });
});
