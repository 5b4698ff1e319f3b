import { bandColor, dataColor, paperScale } from '@atrium/charts/drawing';
import type { ReportFacts } from '@atrium/domain/actions/reports';
import type { QueryOwner } from '../../../platform/concurrency/query-owner.ts';
import type { Drawing } from '../../../platform/drawing/drawing.ts';
import { formatValue } from './amounts.ts';
import type { ReportSpeech } from './report-speech.ts';
import { type FigureWords, type ReportWords, toHeadlineText } from './report-words.ts';
import { hasWords, splitParts } from './rich-text.ts';

/**
 * Typst template of the pages. All content comes as data, so Typst never interprets it as markup. Sizes are the page's
 * CSS pixels.
 */
const reportTemplate = `
#let data = json("/data.json")
#let px = 0.75pt
#let (ink, soft, faint, line) = (rgb("#0b1016"), rgb("#465160"), rgb("#616c7b"), rgb("#e2e6eb"))
#let tones = (good: rgb("#0a7548"), bad: rgb("#be1b2b"), neutral: soft, warning: rgb("#8a5300"))
#let way = if data.dir == "rtl" { rtl } else { ltr }

#set document(title: data.title)
#set text(font: ("Geist", "Atrium Paper"), size: 12 * px, lang: data.language, dir: way, fill: soft)
#set par(leading: 9 * px, spacing: 9 * px)
#show "₂": sub(typographic: false, size: 0.7em)[2]

#let sides(begin, end, y) = if way == rtl { (right: begin, left: end, y: y) } else { (left: begin, right: end, y: y) }
#let rule(paint) = block(above: 0pt, below: 0pt, std.line(length: 100%, stroke: 1 * px + paint))
// Numbers run from left to right whatever the words around them.
#let number(it) = text(dir: ltr, it)
#let pieces(it) = for piece in it { if piece.isStrong { text(weight: 600, fill: ink, piece.text) } else { piece.text } }
#let small(it) = text(size: 11 * px, fill: faint, it)
#let title(it, aside) = block(above: 18 * px, below: 12 * px, sticky: true)[#box(heading(level: 2, outlined: false, it)) #h(4 * px) #aside]
#show heading.where(level: 2): it => text(size: 13 * px, weight: 600, fill: ink, it.body)
#show heading.where(level: 1): it => block(above: 10 * px, below: 12 * px, text(size: 24 * px, weight: 500, fill: ink, it.body))

// Our letters have no arrows.
#let arrow(way, paint) = {
  let (from, to, head) = (
    (up: ((1, 7), (7, 1), ((2.2, 1), (7, 1), (7, 5.8)))),
    (down: ((1, 1), (7, 7), ((2.2, 7), (7, 7), (7, 2.2)))),
    (flat: ((0, 4), (8, 4), ((4.8, 1), (8, 4), (4.8, 7)))),
  ).map(it => it.at(way, default: none)).find(it => it != none)
  let at(spot) = spot.map(it => it * px)
  let stroke = 1.1 * px + paint
  box(width: 8 * px, height: 8 * px, {
    place(curve(stroke: stroke, curve.move(at(from)), curve.line(at(to))))
    place(curve(stroke: stroke, curve.move(at(head.at(0))), curve.line(at(head.at(1))), curve.line(at(head.at(2)))))
  })
}

#let usual-of(it) = if it.isUsualNumber { number(it.usual) } else { it.usual }

#let change(it) = {
  if it.change != none and it.change.way == none { text(size: 11 * px, weight: if it.change.tone == "neutral" { 500 } else { 600 }, fill: tones.at(it.change.tone), it.change.text) } else if it.change != none { text(size: 11 * px, weight: if it.change.tone == "neutral" { 500 } else { 600 }, fill: tones.at(it.change.tone), number([#arrow(it.change.way, tones.at(it.change.tone)) #it.change.text])) }
  if it.note != "" { if it.change != none [ ]; small(it.note) }
}

#let mark = box(width: 20 * px, height: 20 * px, radius: 5 * px, fill: ink, baseline: 5 * px, align(center + horizon, stack(dir: ltr, spacing: 1.6 * px, ..(6, 9, 8, 5).map(tall => align(bottom, rect(width: 1.6 * px, height: tall * px, fill: white, radius: 0.5 * px))))))

#set page(
  paper: "a4",
  margin: (x: 56 * px, top: 44 * px, bottom: 150 * px),
  footer-descent: 16 * px,
  footer: context block(width: 100%)[
    #set text(size: 11 * px, fill: faint)
    #set par(leading: 7 * px)
    #rule(line)
    #v(10 * px)
    #grid(columns: (1.2fr, 1fr, 1fr), column-gutter: 24 * px, ..data.foot.map(((name, words)) => [#text(fill: ink, weight: 500, name)#linebreak()#words]))
    #v(10 * px)
    #rule(line)
    #v(10 * px)
    #grid(columns: (1fr, auto), data.made, data.page.replace("{n}", str(counter(page).get().first())).replace("{of}", str(counter(page).final().first())))
  ],
)

#grid(
  columns: (1fr, auto),
  [#mark #h(4 * px) #text(weight: 600, fill: ink)[Atrium] #h(3 * px) #text(fill: rgb("#868f9c"))[/] #h(3 * px) #data.organization],
  data.label,
)
#v(14 * px)

#for notice in data.notices { block(fill: rgb("#fcf1dc"), inset: 8 * px, radius: 6 * px, width: 100%, text(fill: tones.warning, notice)) }
#text(size: 12.5 * px, data.about)
#heading(level: 1, pieces(data.lead))
#block(below: 16 * px, text(size: 13 * px, pieces(data.why)))

#let figure-of(it) = [
  #it.label
  #v(10 * px, weak: true)
  #text(size: 22 * px, weight: 600, fill: ink, number(it.number)) #text(size: 13 * px, it.unit)
  #v(10 * px, weak: true)
  #change(it)
  #if it.usual != none [#h(3 * px) #small[#data.words.usual #usual-of(it)]]
]

#let (first, more) = (data.figures.slice(0, calc.min(4, data.figures.len())), data.figures.slice(calc.min(4, data.figures.len())))
#if first.len() > 0 {
  let rows = (first,)
  for (index, row) in rows.enumerate() {
    rule(if index == 0 { ink } else { line })
    grid(
      columns: (1fr,) * 4,
      stroke: (x, y) => if x > 0 and x < row.len() { if way == rtl { (right: 1 * px + line) } else { (left: 1 * px + line) } },
      inset: (x, y) => sides(if x == 0 { 0pt } else { 14 * px }, 6 * px, 10 * px),
      ..row.map(figure-of),
    )
  }
  rule(line)
}

#let cells(it, coverage) = (
  text(fill: ink, weight: 500, it.label),
  [#text(weight: 600, fill: ink, number(it.number))],
  change(it),
  if it.usual == none [] else { usual-of(it) },
  ..(if coverage { (text(fill: if it.isWhole { soft } else { tones.warning }, number(it.coverage)),) } else { () }),
)
#let listed(rows, heads, coverage) = table(
  columns: (1fr,) + (auto,) * (heads.len() - 1),
  align: (x, y) => if x == 0 { start } else { end },
  stroke: (x, y) => if y > 0 { (top: 1 * px + line) },
  inset: (x, y) => sides(if x == 0 { 0pt } else { 14 * px }, 0pt, 7 * px),
  table.header(..heads.map(it => small(it))),
  ..rows.map(it => cells(it, coverage)).flatten(),
)

#let key(words) = [#box(width: 9 * px, height: 9 * px, radius: 2 * px, fill: rgb(data.color)) #words #h(8 * px) #box(width: 14 * px, height: 1.5 * px, baseline: -3 * px, fill: rgb("#838e9d")) #data.words.usual #if data.hasRange [#h(8 * px) #box(width: 14 * px, height: 9 * px, radius: 2 * px, fill: rgb(data.band)) #data.words.usualRange]]

#if data.byDay.picture != none {
  v(6 * px)
  title(data.byDay.title, [#text(fill: soft, data.byDay.unit) #h(1fr) #small(key(data.byDay.days))])
  image(data.byDay.picture, width: 100%, alt: data.byDay.alt)
}
#if data.byHour.picture != none {
  v(6 * px)
  title(data.byHour.title, [#small(data.byHour.note) #h(1fr) #small[0 #h(2 * px) #box(stack(dir: way, spacing: 2 * px, ..data.scale.map(color => rect(width: 12 * px, height: 7 * px, radius: 2 * px, fill: rgb(color))))) #h(2 * px) #data.byHour.highest]])
  image(data.byHour.picture, width: 100%, alt: data.byHour.alt)
}
#v(8 * px)

#let unusual = [
  #title(data.words.unusual, [])
  #if data.unusual.len() == 0 [#data.words.nothingUnusual] else {
    grid(
      columns: (64 * px, 1fr),
      row-gutter: 13 * px,
      column-gutter: 6 * px,
      ..data.unusual.map(it => (text(weight: 600, fill: tones.at(it.tone), if it.isNumber { number(it.label) } else { it.label }), block(breakable: false, pieces(it.text)))).flatten(),
    )
  }
]
#let zones = [
  #title(data.words.zones, [])
  #listed(data.zones, (data.words.zone, data.byDay.name, data.words.change, data.words.usual, data.words.coverage), true)
]
#let others = if more.len() > 0 { block(above: 14 * px, grid(columns: (1fr, 1fr), row-gutter: 14 * px, column-gutter: 12 * px, ..more.map(it => block(breakable: false, figure-of(it))))) }
#if data.zones.len() < 2 and more.len() == 0 { unusual } else if data.zones.len() > 8 { unusual; others; zones } else {
  grid(columns: (1fr, 1fr), column-gutter: 34 * px, unusual, [#if data.zones.len() > 1 { zones } #others])
}

#if data.byDay.rows.len() > 1 {
  pagebreak(weak: true)
  title(data.byDay.title, text(fill: soft, data.byDay.unit))
  listed(data.byDay.rows, (data.words.day, data.byDay.name, data.words.change, data.words.usual), false)
}

#if data.byHour.rows.len() > 0 {
  v(14 * px)
  title(data.byHour.title, text(fill: soft, data.byHour.unit))
  set text(size: 11 * px)
  table(
    columns: (auto,) + (1fr,) * data.byHour.heads.len(),
    align: (x, y) => if x == 0 { start } else { end },
    stroke: (x, y) => if y > 0 { (top: 1 * px + line) },
    inset: (x, y) => sides(if x == 0 { 0pt } else { 8 * px }, 0pt, 5.5 * px),
    table.header([], ..data.byHour.heads.map(it => small(it))),
    ..data.byHour.rows.map(row => (number(row.label), ..row.cells.map(it => number(it)))).flatten(),
  )
}
`;

/** A picture on a page: the SVG and its text alternative. */
export interface PagePicture {
  readonly svg: string;
  readonly alt: string;
}

export interface PagePictures {
  /** `color` is that of the bars. */
  readonly byDay: (PagePicture & { readonly color: string }) | null;
  readonly byHour: PagePicture | null;
}

/** Width of a page's content, CSS px. */
export const pageWidth = 682;

/** Renders the report as a tagged PDF on A4, with vector charts and real text. */
export function renderReportPdf(
  drawing: Pick<Drawing, 'pdf'>,
  { facts, words, pictures }: ReportPages,
  speech: ReportSpeech,
  owner: QueryOwner,
): Promise<Uint8Array> {
  const files = Object.fromEntries(
    (['byDay', 'byHour'] as const).flatMap((name) => {
      const picture = pictures[name];
      return picture === null ? [] : [[fileOf(name), picture.svg] as const];
    }),
  );
  return drawing.pdf({ template: reportTemplate, data: dataOf(facts, words, pictures, speech) }, files, owner);
}

export interface ReportPages {
  readonly facts: ReportFacts;
  readonly words: ReportWords;
  readonly pictures: PagePictures;
}

const fileOf = (name: keyof PagePictures) => `${name === 'byDay' ? 'by-day' : 'by-hour'}.svg`;

function dataOf(facts: ReportFacts, words: ReportWords, pictures: PagePictures, speech: ReportSpeech): unknown {
  const { say, language, dir } = speech;
  const shown = (name: keyof PagePictures) => {
    const picture = pictures[name];
    return picture === null ? { picture: null, alt: '' } : { picture: `/pictures/${fileOf(name)}`, alt: picture.alt };
  };
  const pair = (name: string, text: string) => [name, text];
  return {
    language,
    dir,
    scale: paperScale,
    band: bandColor,
    hasRange: words.byDay.hasRange,
    color: pictures.byDay?.color ?? dataColor,
    title: `${words.about}: ${toHeadlineText(words)}`,
    label: words.label,
    organization: words.organization,
    about: words.about,
    notices: words.notices,
    lead: splitParts(words.lead.join(' ')),
    why: splitParts(words.why.join(' ')),
    figures: words.figures.map(toRow),
    byDay: { ...words.byDay, rows: words.byDay.rows.map(toRow), ...shown('byDay'), days: words.days, name: words.days },
    byHour: { ...words.byHour, ...shown('byHour'), ...hoursOf(facts, speech) },
    zones: words.zones.map(toRow),
    unusual: words.unusual.map(({ text, ...line }) => ({
      ...line,
      isNumber: !hasWords(line.label),
      text: splitParts(text),
    })),
    foot: [
      pair(say('filters'), words.filters),
      pair(say('timeZone'), words.timeZone),
      pair(say('coverage'), words.coverage),
    ],
    made: words.setUpBy === null ? words.made : `${words.made} · ${words.setUpBy}`,
    page: say('page', { n: '{n}', of: '{of}' }),
    words: Object.fromEntries(
      (['unusual', 'nothingUnusual', 'zones', 'zone', 'day', 'change', 'usual', 'usualRange', 'coverage'] as const).map(
        (id) => [id, say(id)],
      ),
    ),
  };
}

/** Numbers run from left to right, words in the direction of the page. */
const toRow = (row: FigureWords) => ({ ...row, isUsualNumber: row.usual !== null && !hasWords(row.usual) });

/** Renders the grid as numbers: one row per hour, one column per day or weekday. */
function hoursOf({ grid, main }: ReportFacts, speech: ReportSpeech) {
  if (grid === null) return { heads: [], rows: [] };
  const cellOf = (cell: number | 'closed' | null | undefined) =>
    typeof cell === 'number' ? formatValue(cell, main.metric, main.unit, speech).number : cell === 'closed' ? '' : '–';
  return {
    heads: grid.rows.map(({ of }) => ('date' in of ? speech.day(of.date) : speech.weekday(of.weekday))),
    rows: grid.hours.map((hour, index) => ({
      label: `${String(hour).padStart(2, '0')}:00`,
      cells: grid.rows.map(({ cells }) => cellOf(cells[index])),
    })),
  };
}
