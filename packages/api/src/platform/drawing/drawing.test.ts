import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPaperStyles, renderSvg } from '@atrium/charts/drawing';
import { english, weekExample } from '@atrium/charts/testing';
import sharp from 'sharp';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { Cancelled, Overloaded } from '../failures.ts';
import { createDrawing, type Drawing } from './drawing.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-drawing-'));
const drawing = createDrawing(folder);
const opened: Drawing[] = [];
const another = (limits: Parameters<typeof createDrawing>[1]) => {
  const made = createDrawing(folder, limits);
  opened.push(made);
  return made;
};
afterEach(() => {
  for (const made of opened.splice(0)) made.close();
});
afterAll(() => {
  drawing.close();
  rmSync(folder, { recursive: true });
});

const hostile = '#import "@preview/x:1.0.0" </svg> $x$ *b* \\u{41} "q"';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const saying = (text: string, weight = 400) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="40" viewBox="0 0 300 40"><rect width="300" height="40" fill="#fff"/><text x="10" y="25" font-family="Atrium Paper" font-size="14" font-weight="${weight}">${escaped(text)}</text></svg>`;

const template = `
#set document(title: "Report")
#set text(font: ("Geist", "Atrium Paper"), lang: "ar", dir: rtl)
#let data = json("/data.json")
= #data.title
#data.said
#image("/pictures/entries.svg", alt: "Entries")
`;

/** Keeps native code busy for minutes. */
const endless = '#for i in range(100000) { for j in range(100000) { let _ = calc.sqrt(i * j) } }';

/** Returns the width of the inked area, in pixels. */
async function inkOf(png: Uint8Array): Promise<number> {
  const { info } = await sharp(png).trim({ background: '#fff' }).toBuffer({ resolveWithObject: true });
  return info.width;
}

describe('a picture', () => {
  test('has the requested resolution and the measured width', async () => {
    const widthOf = await drawing.measure();
    for (const text of ['Łódź, Žižek: 17.10', 'Привет 1,234', 'أسبوع مزدحم. الإجمالي 12,345', hostile.slice(0, 30)])
      for (const weight of [400, 500, 600] as const) {
        const png = await drawing.picture(saying(text, weight), { width: 300, scale: 2 });
        expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 600, height: 80 });
        // Ink starts and ends slightly inside the measured width.
        const measured = widthOf(text, 14, weight) * 2;
        const ink = await inkOf(png);
        expect(ink).toBeLessThanOrEqual(measured + 2);
        expect(ink).toBeGreaterThan(measured - 10);
      }
  });

  test('fails with a reason', async () => {
    await expect(drawing.picture('<svg', { width: 10, scale: 1 })).rejects.toThrow('not drawn');
    await expect(drawing.picture(saying('a'), { width: 5000, scale: 4 })).rejects.toThrow('20000 dots');
  });
});

test('a chart has the requested resolution, with texts where they were measured', async () => {
  const words = { ...english, days: ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد'] };
  const widthOf = await drawing.measure();
  const chart = weekExample(words, 560, 190, (text) => widthOf(text, 12, 400));
  // With widths estimated from letters, Arabic day names would seem not to fit and some would be omitted.
  for (const day of words.days) expect(chart.map(({ text }) => text)).toContain(day);
  const svg = renderSvg(chart, { width: 560, height: 190, styles: buildPaperStyles(), ground: '#ffffff' });
  const png = await drawing.picture(svg, { width: 560, scale: 2 });
  const { channels, isOpaque } = await sharp(png).stats();
  expect(await sharp(png).metadata()).toMatchObject({ width: 1120, height: 380 });
  expect(isOpaque).toBe(true);
  // Mostly white, with bars in the page's blue.
  expect(channels[0]?.mean).toBeLessThan(channels[2]?.mean ?? 0);
});

describe('measuring', () => {
  test('uses tabular digits, shapes Arabic, and distinguishes weights', async () => {
    const widthOf = await drawing.measure();
    expect(widthOf('1111', 10, 400)).toBe(widthOf('8888', 10, 400));
    expect(widthOf('1111', 20, 400)).toBe(2 * widthOf('1111', 10, 400));
    const letters = [...'لا'].map((letter) => widthOf(letter, 10, 400));
    expect(widthOf('لا', 10, 400)).toBeLessThan(letters.reduce((sum, width) => sum + width, 0));
    expect(widthOf('Entries', 10, 600)).toBeGreaterThan(widthOf('Entries', 10, 400));
    expect(widthOf('', 10, 400)).toBe(0);
  });
});

describe('a PDF', () => {
  test('is tagged, and contains its data as text, in reading order', async () => {
    const data = { title: 'أسبوع مزدحم', said: hostile };
    const pdf = await drawing.pdf({ template, data }, { 'entries.svg': saying('Entries in Łódź 12,345') });
    const file = join(folder, 'report.pdf');
    writeFileSync(file, pdf);
    const bytes = Buffer.from(pdf).toString('latin1');
    expect(bytes).toMatch(/^%PDF-1\.7/);
    expect(bytes).toContain('/StructTreeRoot');
    expect(bytes).toContain('/FontFile2');
    if (spawnSync('pdftotext', ['-v']).error !== undefined) return;
    const text = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      // Directional marks, which a PDF reader adds.
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
    expect(text).toContain('أسبوع مزدحم');
    for (const word of ['import', '@preview/x:1.0.0', '</svg>', '$x$', '*b*']) expect(text).toContain(word);
    expect(text).toContain('Entries in Łódź 12,345');
  });

  test('is typeset only from its template and can read nothing else', async () => {
    const out = { template: '#read("/../../../etc/hostname")', data: {} };
    await expect(drawing.pdf(out, {})).rejects.toThrow('outside of project root');
    await expect(drawing.pdf({ template, data: {} }, { '../entries.svg': '' })).rejects.toThrow('not a name');
  });
});

describe('jobs', () => {
  const stuck = { template: endless, data: {} };

  test('that take too long are ended with their process', async () => {
    const hasty = another({ jobMs: 1500 });
    await expect(hasty.pdf(stuck, {})).rejects.toThrow('nothing drawn within 1500 ms');
    await expect.poll(processes).toBe(await drawn());
  });

  test('end when their caller disconnects, running or queued, and the next is drawn', async () => {
    const [leaving, left] = [new AbortController(), new AbortController()];
    const underWay = drawing.pdf(stuck, {}, { share: ['one', 'somebody'], signal: leaving.signal });
    const queued = drawing.pdf(stuck, {}, { share: ['one', 'somebody'], signal: left.signal });
    const next = drawing.picture(saying('next'), { width: 300, scale: 1 });
    left.abort();
    await expect(queued).rejects.toThrow(Cancelled);
    leaving.abort();
    await expect(underWay).rejects.toThrow(Cancelled);
    expect(await sharp(await next).metadata()).toMatchObject({ width: 300 });
    await expect(drawing.pdf(stuck, {}, { share: ['one', 'somebody'], signal: left.signal })).rejects.toThrow(
      Cancelled,
    );
  });

  test('are refused when the queue is full', async () => {
    const busy = another({ waiting: [1, 1, 1] });
    const first = busy.pdf(stuck, {});
    const second = busy.pdf(stuck, {});
    await expect(busy.pdf(stuck, {})).rejects.toThrow(Overloaded);
    busy.close();
    await expect(first).rejects.toThrow(Cancelled);
    await expect(second).rejects.toThrow(Cancelled);
    await expect(busy.pdf(stuck, {})).rejects.toThrow(Cancelled);
  });

  test('of one organization never delay another one for long, however many they are', async () => {
    const shared = another({ waiting: [9, 2, 2] });
    const of = (organization: string) => ({ share: [organization, 'somebody'] as const });
    const order: string[] = [];
    const draw = (organization: string) =>
      shared.picture(saying(organization), { width: 300, scale: 1 }, of(organization)).then(() => {
        order.push(organization);
      });
    const greedy = [draw('greedy'), draw('greedy'), draw('greedy')];
    await expect(draw('greedy')).rejects.toThrow(Overloaded);
    const other = draw('other');
    await Promise.all([...greedy, other]);
    expect(order.indexOf('other')).toBeLessThan(3);
  });

  test('leave no process behind when idle, and start one again', async () => {
    const resting = another({ idleMs: 0 });
    const others = await drawn();
    await resting.picture(saying('first'), { width: 300, scale: 1 });
    await expect.poll(processes).toBe(others);
    await resting.picture(saying('again'), { width: 300, scale: 1 });
  });
});

/** Draws with the shared instance. Returns 1, the number of processes it uses. */
async function drawn(): Promise<number> {
  await drawing.picture(saying('there'), { width: 300, scale: 1 });
  return 1;
}

/** Counts the drawing child processes of this process. */
function processes(): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      const [, ofPid] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return ofPid === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('draw.process');
    } catch {
      return false;
    }
  }).length;
}
