import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { flowRoles } from '../flow/flow.ts';
import { plotRoles } from '../plot/draw-plot.ts';
import { english, flowExample, heatExample, plotExample, weekExample } from '../testing/examples.ts';
import type { Drawing } from './marks.ts';
import { text } from './marks.ts';
import { buildPaperStyles } from './paper.ts';
import { renderSvg } from './render-svg.ts';

const styles = buildPaperStyles();
const sheet = { width: 560, height: 200, styles, ground: '#ffffff' };
const said = (words: string) => renderSvg([text('word', 1, 2, 'start', words)], sheet);

describe('an SVG text', () => {
  test.each([
    ['flow', flowExample(english, 560, 200), 200],
    ['week', weekExample(english, 560, 200), 200],
    ['lines', plotExample(english, 560, 200)[0], 200],
    ['area', plotExample(english, 560, 200)[1], 200],
    ['columns', plotExample(english, 560, 200)[2], 200],
    ['heat', heatExample(english, 560).drawing, heatExample(english, 560).height],
  ] as const)('of a %s is as it was looked at', async (name, drawing, height) => {
    // One line per mark, so that a diff shows which one changes.
    const svg = renderSvg(drawing ?? [], { ...sheet, height }).replaceAll('><', '>\n<');
    await expect(`${svg}\n`).toMatchFileSnapshot(`golden/${name}.svg`);
  });

  it('takes whatever is said as words, and nothing as markup', () => {
    expect(said('</text><script>&"\u0000')).toContain('>&lt;/text&gt;&lt;script&gt;&amp;&quot; </text></svg>');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (words) => {
        const [, inside = ''] = said(words).match(/<text [^<>]*>(.*)<\/text><\/svg>$/s) ?? [];
        expect(inside).not.toMatch(/[<>"]|&(?!(amp|lt|gt|quot);)|[^\P{Cc}]/u);
      }),
    );
  });

  it('reads Arabic from the right, also where it begins with a number', () => {
    expect(said('19 نوفمبر')).toContain('>\u202b19 نوفمبر\u202c<');
    expect(said('19 Nov')).toContain('>19 Nov<');
  });

  it('takes the organization’s colour for what is its own, and keeps the others', () => {
    const own = (drawing: Drawing<'bar' | 'usual'>) =>
      renderSvg(drawing, { ...sheet, styles: buildPaperStyles('#aa0044') });
    expect(own([{ element: 'path', role: 'bar', d: 'M0 0' }])).toContain('fill="#aa0044"');
    expect(own([{ element: 'path', role: 'usual', d: 'M0 0' }])).toContain('stroke="#838e9d"');
  });

  it('draws a mark in its own colour before its role’s', () => {
    expect(renderSvg([{ element: 'circle', role: 'dot', cx: 1, cy: 1, r: 3, fill: '#123456' }], sheet)).toContain(
      'fill="#123456"',
    );
  });
});

test('every role has a style on paper, and the examples use them all', () => {
  const used = new Set(
    [flowExample(english, 560, 200), weekExample(english, 560, 200), ...plotExample(english, 560, 200)].flatMap(
      (drawing) => drawing.map(({ role }) => role),
    ),
  );
  for (const role of [...flowRoles, ...plotRoles]) {
    expect(Object.keys(styles[role]), role).not.toEqual([]);
    expect(used.has(role), role).toBe(true);
  }
});
