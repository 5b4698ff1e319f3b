import { readFileSync } from 'node:fs';
import { buildPaperStyles, type Drawing, type PaperStyle, paperScale, renderSvg } from '@atrium/charts/drawing';
import { flowRoles } from '@atrium/charts/flow';
import { plotRoles } from '@atrium/charts/plot';
import { english, flowExample, plotExample } from '@atrium/charts/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { SvgMarks } from './svg-marks.tsx';

const sheetOf = (path: string) => readFileSync(`packages/web/src/${path}`, 'utf8');

/** Returns all declarations for a class in a style sheet. */
function stylesOf(sheet: string, role: string): string {
  const rules = [...sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  return rules.flatMap(([, of = '', said = '']) => (new RegExp(`\\.${role}\\b`).test(of) ? [said] : [])).join('');
}

const charts = [
  ['flow', flowRoles, sheetOf('charts/kinds/flow-chart.module.css'), [flowExample(english, 560, 200)]],
  ['plot', plotRoles, sheetOf('charts/kinds/plot-chart.module.css'), plotExample(english, 560, 200)],
] as const;
const paper = buildPaperStyles();

describe.each(charts)('a %s', (_, roles, sheet, drawings: readonly Drawing<string>[]) => {
  test.each(roles)('has the same style for %s on the page and on paper', (role) => {
    const onPage = stylesOf(sheet, role);
    expect(onPage).toMatch(/fill|stroke/);
    for (const name of Object.keys(paper[role])) expect(onPage, name).toContain(name);
  });

  test('is made of the same marks on the page as on paper, its texts escaped', () => {
    for (const drawing of drawings) {
      const page = renderToStaticMarkup(
        <svg aria-hidden="true">
          <SvgMarks drawing={drawing} styles={{}} />
        </svg>,
      );
      const styles: Record<string, PaperStyle> = paper;
      const text = renderSvg(drawing, { width: 560, height: 200, styles, ground: null });
      expect(marksOf(page)).toEqual(marksOf(text));
    }
  });
});

/** Returns the elements, attributes and texts of an SVG, in order. */
function marksOf(svg: string): readonly string[] {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  return [...documentElement.querySelectorAll('*')].map((mark) => {
    const places = ['x', 'y', 'x1', 'cx', 'd', 'clip-path', 'id'].map((name) => {
      const said = mark.getAttribute(name) ?? '';
      return /^[\d.]+$/.test(said) ? Math.round(Number(said) * 100) / 100 : said;
    });
    return [mark.tagName, ...places, mark.textContent].join(' ');
  });
}

test('paper has the colours of the light page', () => {
  const tokens = sheetOf('ui/tokens.css');
  const token = (name: string) => tokens.match(new RegExp(`--${name}: (#\\w+);`))?.[1];
  const named = [
    ['chart-closed', paper.closed.fill],
    ['chart-grid', paper.grid.stroke],
    ['chart-axis', paper.axis.stroke],
    ['text', paper.value.fill],
    ['text-muted', paper.name.fill],
    ['text-faint', paper.word.fill],
    ['line-control', paper.missing.stroke],
    ['data', paper.bar.fill],
    ['data-reference', paper.usual.stroke],
    ['warning-dot', paper.threshold.stroke],
    ...paperScale.map((color, step) => [`scale-${step}`, color] as const),
  ] as const;
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(named.map(([name]) => [name, token(name)])));
});
