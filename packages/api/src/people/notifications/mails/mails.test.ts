import { describe, expect, it } from 'vitest';
import { createLinks } from '../links.ts';
import type { Messages } from '../messages/en.ts';
import { en } from '../messages/en.ts';
import { type Language, languages } from '../messages/languages.ts';
import { createSpeech } from '../messages/speech.ts';
import { type MailName, type MailParams, mails, texts } from './index.ts';

const site = createLinks(() => 'https://atrium.example');
const everyLanguage = Object.keys(languages) as Language[];
const at = Date.parse('2026-03-29T08:05:00Z');
const account = { firstName: 'Anna', email: 'anna@example.com', at, timezone: 'Europe/Zurich', address: '203.0.113.7' };

const exported = {
  site: 'Arcades du Lac',
  dataType: 'Counting',
  timezone: 'Europe/Zurich',
  from: Date.parse('2026-03-23T00:00:00+01:00'),
  to: Date.parse('2026-03-30T00:00:00+02:00'),
  rows: 2012,
  bytes: 74_000,
  askedBy: 'Ada Keller',
  link: site.to('/files/1.signature/exports/7/12_1.xlsx?name=data.xlsx'),
  until: Date.parse('2026-04-06T08:05:00Z'),
};

/** Parameters of each mail's screenshots, by screenshot name. */
const samples: { readonly [Name in MailName]: Readonly<Record<string, MailParams<Name>>> } = {
  alert: {
    'alert-opened': {
      subject: 'CO₂ in the food court · Arcades du Lac',
      message: 'Open the vents.\nThen call Ada.',
      lines: ['Food court: 1,285 ppm, the limit is 850 ppm, since 29 March 2026 at 10:05 CEST.'],
      link: site.to('/alerts/log/7'),
    },
    'alert-several': {
      subject: '<b>Doors</b> · Tom & Jerry’s',
      message: '',
      lines: ['North entrance, since 10:05.', 'South entrance: over at 10:20.'],
      link: site.to('/alerts/log/8'),
    },
  },
  exportReady: {
    'export-attached': {
      ...exported,
      attachment: { filename: 'data.xlsx', format: 'xlsx', file: 'exports/7/12_1.xlsx' },
    },
    'export-link': {
      ...exported,
      site: 'Tom & Jerry’s <b>Shops</b>',
      bytes: 34_000_000,
      askedBy: '',
      attachment: null,
    },
  },
  exportFailed: {
    'export-failed': { site: 'Arcades du Lac', dataType: 'Air', problem: 'readings', link: site.to('/export-data') },
  },
  invitation: {
    invitation: {
      organization: 'Lumen Retail',
      inviter: 'Ada Keller',
      link: site.to('/invitation', { token: 'the-token' }),
      days: 7,
    },
    'invitation-by-system': {
      organization: 'Tom & Jerry’s <b>Shops</b>',
      inviter: null,
      link: site.to('/invitation', { token: 'a&b="c"' }),
      days: 1,
    },
  },
  deliveryTest: { 'delivery-test': { organization: 'Tom & Jerry’s <b>Shops</b>' } },
  oneTimeCode: { 'one-time-code': { code: '042917', minutes: 10 } },
  passwordReset: {
    'password-reset': { firstName: '', link: site.to('/reset-password-confirm', { token: 'the-token' }), minutes: 60 },
  },
  securityNotice: {
    'password-changed': { ...account, what: 'passwordChanged', link: site.to('/user-profile/security') },
    'two-factor-changed': { ...account, what: 'twoFactorChanged', link: site.to('/user-profile/security') },
    'email-change-requested': {
      ...account,
      what: 'emailChangeRequested',
      newEmail: 'anna@new.example',
      link: site.to('/user-profile/security'),
    },
    'email-changed': {
      ...account,
      what: 'emailChanged',
      newEmail: 'anna@new.example',
      link: site.to('/user-profile/security'),
    },
    'new-sign-in': { ...account, what: 'newSignIn', link: site.to('/user-profile/security') },
  },
};

const written = everyLanguage.flatMap((language) =>
  (Object.keys(samples) as MailName[]).flatMap((name) =>
    Object.entries(samples[name]).map(([sample, params]) => ({
      file: `${sample}.${language}`,
      language,
      mail: (mails[name] as (...args: unknown[]) => ReturnType<(typeof mails)['invitation']>)(
        createSpeech(language),
        params,
      ),
    })),
  ),
);

describe('every mail', () => {
  it.each(written)('$file is as it was looked at', async ({ file, mail }) => {
    await expect(mail.html).toMatchFileSnapshot(`./golden/${file}.html`);
    await expect(`Subject: ${mail.subject}\n\n${mail.text}`).toMatchFileSnapshot(`./golden/${file}.txt`);
  });

  it.each(written)('$file stands without images, scripts and strange addresses', ({ mail }) => {
    expect(mail.html).not.toMatch(/<img|<script|<link|url\(|undefined|\{\w+\}|\[object/);
    expect(mail.text).not.toMatch(/undefined|\{\w+\}|\[object/);
    const addresses = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
    for (const address of addresses) expect(address).toMatch(/^https:\/\/atrium\.example\//);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });

  it.each(written)('$file says in its text where its button leads', ({ mail }) => {
    const [, address] = /href="([^"]*)"/.exec(mail.html) ?? [];
    if (address !== undefined) expect(mail.text).toContain(address.replaceAll('&amp;', '&'));
  });
});

it('escapes the values people typed', () => {
  const shown = written.find(({ file }) => file === 'invitation-by-system.en');
  expect(shown?.mail.html).toContain('Tom &amp; Jerry’s &lt;b&gt;Shops&lt;/b&gt;');
  expect(shown?.mail.html).not.toContain('<b>');
});

it('keeps a subject on one line', () => {
  const params = { organization: 'A\r\nBcc: spy@example.com', inviter: null, link: site.to('/'), days: 7 };
  expect(mails.invitation(createSpeech('en'), params).subject).toBe('Join A Bcc: spy@example.com on Atrium');
});

it('makes links of the product’s own address only', () => {
  expect(site.to('/invitation', { token: 'a b&c' })).toBe('https://atrium.example/invitation?token=a+b%26c');
  for (const path of ['//evil.example/x', '/\\evil.example', '/\t/evil.example'] as const)
    expect(() => site.to(path)).toThrow(/leads out/);
});

describe('the catalogues', () => {
  const ids = Object.keys(en) as (keyof Messages)[];
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

  it.each(everyLanguage)('have every text in %s, with a place for the same values', (language) => {
    const messages: Messages = languages[language].messages;
    expect(Object.keys(messages).sort()).toEqual([...ids].sort());
    for (const id of ids) {
      expect([id, messages[id].trim()]).not.toEqual([id, '']);
      expect([id, places(messages[id])]).toEqual([id, places(en[id])]);
    }
  });

  it.each(everyLanguage)('say numbers and times as %s does', (language) => {
    const { amount, moment } = createSpeech(language);
    expect([amount(1, 'day'), amount(7, 'day'), amount(10, 'minute')]).toMatchSnapshot();
    expect(moment(at, 'Europe/Zurich')).toMatchSnapshot();
  });

  it('refuse a value too many or too few', () => {
    const { say } = createSpeech('en');
    expect(() => say('hello')).toThrow(/no value for {name}/);
    expect(() => say('hello', { name: 'Anna', other: 'x' })).toThrow(/no place for other/);
  });

  it.each(everyLanguage)('fit a code into one text message in %s', (language) => {
    const text = texts.oneTimeCode(createSpeech(language), { code: '042917', minutes: 10 });
    expect(text).toMatch(/^042917 /);
    expect(text.length).toBeLessThanOrEqual(160);
  });
});
