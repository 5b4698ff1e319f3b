import { writeSpreadsheet } from '../../platform/spreadsheets/index.ts';
import { addRowFacts, buildAboutSheet, buildCoverageSheet, createRowFacts } from './about.ts';
import { buildDataColumns } from './columns.ts';
import type { FileContent } from './file-writer.ts';

/** Writes three sheets: the data, the coverage of sensors, and the request. */
export function writeXlsx({ source, words, about, direction, parts }: FileContent): AsyncIterable<Uint8Array> {
  const columns = buildDataColumns(source, words);
  const learnt = createRowFacts();
  async function* rows() {
    for await (const part of parts) {
      addRowFacts(learnt, part);
      for (const row of part.rows) yield columns.map(({ cell }) => cell(row));
    }
  }
  const sheets = [
    { name: words(`exports.dataType.${source.request.dataType}`), columns, rows: rows() },
    buildCoverageSheet(source, words),
    buildAboutSheet(source, words, about, learnt),
  ];
  return writeSpreadsheet(sheets.map((sheet) => ({ ...sheet, direction })));
}
