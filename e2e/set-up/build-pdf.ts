/** Builds a PDF with pages of 400 × 300 and a thick frame. Each shows its number as bars, without text and fonts. */
export function buildPdf(pages: number): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>'];
  const kids = Array.from({ length: pages }, (_, index) => `${3 + 2 * index} 0 R`).join(' ');
  objects.push(`<< /Type /Pages /Kids [${kids}] /Count ${pages} /MediaBox [0 0 400 300] >>`);
  for (let page = 1; page <= pages; page++) {
    const bars = Array.from({ length: page }, (_, index) => `${60 + index * 40} 80 m ${60 + index * 40} 220 l S`);
    const drawn = `8 w 20 20 360 260 re S ${bars.join(' ')}`;
    objects.push(`<< /Type /Page /Parent 2 0 R /Contents ${2 * page + 2} 0 R /Resources << >> >>`);
    objects.push(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`);
  }
  let text = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}
