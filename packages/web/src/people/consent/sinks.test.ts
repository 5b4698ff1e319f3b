import { describe, expect, it, vi } from 'vitest';
import { createReporter, type SinkAddresses } from './sinks.ts';

const all: SinkAddresses = { web: 'https://w/', session: 'https://s/', pipeline: 'https://p/', survey: 'https://q/' };

function reporter(given: { consent?: boolean; urls?: SinkAddresses } = {}) {
  let consent = given.consent ?? true;
  const post = vi.fn(async (_url: string, _body: string) => undefined as unknown);
  const addresses = vi.fn(async () => given.urls ?? all);
  const report = createReporter({ hasConsent: () => consent, addresses, post, now: () => 7 });
  const agree = (agreed: boolean) => {
    consent = agreed;
  };
  return { report, post, addresses, agree };
}

describe('the analytics sinks (A18)', () => {
  it('are neither looked up nor sent anything before consent, nor later for that time', async () => {
    const { report, post, addresses, agree } = reporter({ consent: false });
    await report({ kind: 'page viewed', page: '/help' });
    expect(addresses).not.toHaveBeenCalled();
    agree(true);
    await report({ kind: 'session begins' });
    expect(post.mock.calls.map(([, body]) => JSON.parse(body).kind)).toEqual(['session begins', 'session begins']);
  });

  it('get nothing when consent is withdrawn while their addresses load', async () => {
    const { report, post, agree } = reporter();
    const sent = report({ kind: 'session begins' });
    agree(false);
    await sent;
    expect(post).not.toHaveBeenCalled();
  });

  it('get their own events, the survey none', async () => {
    const { report, post } = reporter();
    await report({ kind: 'session begins' });
    await report({ kind: 'page viewed', page: '/counting/$installationId' });
    await report({ kind: 'typed', field: 'sites.search' });
    const kinds = (url: string) =>
      post.mock.calls.filter(([to]) => to === url).map(([, body]) => JSON.parse(body).kind);
    expect(kinds('https://w/')).toEqual(['page viewed']);
    expect(kinds('https://s/')).toEqual(['session begins', 'page viewed']);
    expect(kinds('https://p/')).toEqual(['session begins', 'page viewed', 'typed']);
    expect(kinds('https://q/')).toEqual([]);
    expect(JSON.parse(post.mock.calls[0]?.[1] ?? '')).toEqual({ kind: 'session begins', at: 7 });
  });

  it('that are off or unreachable affect nothing', async () => {
    const off = reporter({ urls: { web: null, session: null, pipeline: null, survey: null } });
    await off.report({ kind: 'page viewed', page: '/' });
    expect(off.post).not.toHaveBeenCalled();
    const away = reporter();
    away.post.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(away.report({ kind: 'session begins' })).resolves.toBeUndefined();
  });

  it('are looked up again after a failure', async () => {
    const { report, post, addresses } = reporter();
    addresses.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await report({ kind: 'session begins' });
    expect(post).not.toHaveBeenCalled();
    await report({ kind: 'session begins' });
    expect(post).toHaveBeenCalledTimes(2);
  });
});
