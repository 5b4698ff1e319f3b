import { expect, it } from 'vitest';
import { sanitizeMail, styleAttribute } from './preview-pane.tsx';

const mail = `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><style>td { color: red }</style>
<style>@media (max-width: 480px) { .a { display: none } }</style></head>
<body style="margin: 0"><p style='font-family: "Geist", sans-serif'>381,627 people</p>
<a href="https://demo.example/x" style="color: blue" onclick="alert(1)">Open</a>
<img src="data:image/png;base64,AAAA" width="536" alt="Thursday was the busiest day" style="display: block"></body></html>`;

it('keeps the content and extracts the styles', () => {
  const { document, sheet, styles } = sanitizeMail(mail);
  const shown = new DOMParser().parseFromString(document, 'text/html');
  expect(shown.documentElement.lang).toBe('ar');
  expect(shown.documentElement.dir).toBe('rtl');
  expect(shown.querySelector('p')?.textContent).toBe('381,627 people');
  expect(shown.querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,AAAA');
  expect(sheet).toContain('td { color: red }');
  expect(sheet).toContain('@media (max-width: 480px)');
  expect(document).not.toMatch(/\sstyle=|<style/);
  const styleOf = (name: string) => styles[Number(shown.querySelector(name)?.getAttribute(styleAttribute))];
  expect(['body', 'p', 'a', 'img'].map(styleOf)).toEqual([
    'margin: 0',
    'font-family: "Geist", sans-serif',
    'color: blue',
    'display: block',
  ]);
});

it.each([
  ['a script', '<script>parent.alert(1)</script>'],
  ['a handler', '<img src="data:," onerror="alert(1)">'],
  ['a handler in capitals', '<b ONCLICK="alert(1)">x</b>'],
  ['a way out', '<a href="javascript:alert(1)">x</a>'],
  ['another address for pictures', '<img srcset="https://elsewhere.example/x 2x">'],
  ['a form', '<form action="https://elsewhere.example"><input></form>'],
  ['a frame', '<iframe src="https://elsewhere.example"></iframe>'],
  ['a sheet from elsewhere', '<link rel="stylesheet" href="https://elsewhere.example/x.css">'],
  ['a way on', '<meta http-equiv="refresh" content="0;url=https://elsewhere.example">'],
])('holds no longer %s', (_, html) => {
  expect(sanitizeMail(`<html><body>${html}</body></html>`).document).not.toMatch(/alert|elsewhere|javascript/i);
});
