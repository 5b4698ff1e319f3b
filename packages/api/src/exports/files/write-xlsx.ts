import { writeSpreadsheet } from '../../platform/spreadsheets/index.ts';
import { aboutSheet, coverageSheet, learn, nothingLearnt } from './about.ts';
import { dataColumns } from './columns.ts';
import type { FileContent } from './file-writer.ts';

/** Writes three sheets: the data, the coverage of sensors, and the request. */
export function writeXlsx({ source, words, about, direction, parts }: FileContent): AsyncIterable<Uint8Array> {
  const columns = dataColumns(source, words);
  const learnt = nothingLearnt();
  async function* rows() {
    for await (const part of parts) {
      learn(learnt, part);
      for (const row of part.rows) yield columns.map(({ cell }) => cell(row));
    }
  }
  const sheets = [
    { name: words(`exports.dataType.${source.request.dataType}`), columns, rows: rows() },
    coverageSheet(source, words),
    aboutSheet(source, words, about, learnt),
  ];
  return writeSpreadsheet(sheets.map((sheet) => ({ ...sheet, direction })));
}
