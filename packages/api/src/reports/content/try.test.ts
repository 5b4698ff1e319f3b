import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { aHall, aRequest, reporter } from './testing/report-world.ts';

const stores = useTestStores();
const hour = 3_600_000;
it('writes', async () => {
  mkdirSync('/tmp/rc', { recursive: true });
  const site = aHall(91_000, { changeOfDay: '04:00', closedDates: ['2026-11-20'] as never });
  const begin = Date.parse('2026-09-01T00:00:00Z');
  const now = Date.parse('2026-11-23T06:00:00Z');
  const { compose, scope, deliver } = reporter(() => stores.analytics, site, now, {
    fired: [{ name: 'CO₂ too high', place: 'Market hall', from: Date.parse('2026-11-17T10:00:00Z'), to: Date.parse('2026-11-17T11:30:00Z') }],
  });
  const readings: { device: number; metric: string; at: number; value: number; interval: number }[] = [];
  for (let at = begin; at < now; at += hour) {
    const local = new Date(at + hour);
    const h = local.getUTCHours();
    const wd = local.getUTCDay();
    const base = h < 5 ? 0 : Math.round(1000 * (Math.exp(-((h - 8) ** 2) / 3) + 1.6 * Math.exp(-((h - 17) ** 2) / 6) + 0.3) * (wd === 0 ? 0.4 : wd === 6 ? 0.6 : 1));
    const week = at > Date.parse('2026-11-16T00:00:00Z');
    const closed = at >= Date.parse('2026-11-20T03:00:00Z') && at < Date.parse('2026-11-21T03:00:00Z');
    for (const device of [21, 22, 23]) {
      if (device === 23 && week && wd === 2 && h >= 10 && h < 13) continue;
      const f = (device === 23 ? 0.2 : 1) * (week && wd === 4 ? 1.3 : 1) * (closed ? 0 : 1) * (0.97 + 0.06 * Math.abs(Math.sin(at / hour)));
      readings.push({ device, metric: 'affluenceIn', at, value: Math.round(base * f), interval: 3600 });
      readings.push({ device, metric: 'affluenceOut', at, value: Math.round(base * f * 0.98), interval: 3600 });
    }
    readings.push({ device: 31, metric: 'co2', at, value: 420 + base / 3, interval: 3600 });
    readings.push({ device: 31, metric: 'temperature', at, value: 21.5, interval: 3600 });
  }
  await deliver(readings as never);
  for (const language of ['en', 'fr', 'de', 'it', 'es', 'ar'] as const) {
    const t = performance.now();
    const made = await compose(scope, aRequest(site, '2026-11-16' as never, '2026-11-23' as never, { language, title: '' }), { parts: ['mail', 'pdf', 'spreadsheet'] });
    if (!made.ok) throw new Error(made.error.message);
    console.log(language, performance.now() - t, made.value.subject, made.value.fileName);
    const mail = made.value.mail({ unsubscribe: 'https://atrium.example/unsubscribe?token=x', openIn: 'https://atrium.example/site/1' });
    let html = mail.html;
    for (const { cid, png } of made.value.pictures) html = html.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`);
    writeFileSync(`/tmp/rc/${language}.html`, html);
    writeFileSync(`/tmp/rc/${language}.txt`, mail.text);
    writeFileSync(`/tmp/rc/${language}.xlsx`, made.value.spreadsheet);
    if (made.value.pdf.length) writeFileSync(`/tmp/rc/${language}.pdf`, made.value.pdf);
  }
  expect(1).toBe(1);
}, 120_000);
