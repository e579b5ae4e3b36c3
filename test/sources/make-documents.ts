// Small documents made by hand, for tests: a PDF of some lines of text, and a DOCX of some parts.

import { crc32, deflateRawSync } from 'node:zlib';

export interface PdfLine {
  readonly text: string;
  /** Of its letters; 11 where nothing is said. */
  readonly size?: number;
}

/** Each page is a list of lines; an empty line leaves a gap. `more` goes into the trailer. */
export function makePdf(pages: readonly (readonly PdfLine[])[], { info = '', more = '' } = {}): Uint8Array {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, index) => {
      const content = pageContent(lines);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + index * 2} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
    `<< ${info} >>`,
  ];
  return assemblePdf(objects, `/Root 1 0 R /Info ${objects.length} 0 R ${more}`);
}

function pageContent(lines: readonly PdfLine[]): string {
  let y = 760;
  const shown = lines.map(({ text, size = 11 }) => {
    y -= text === '' ? 24 : Math.max(14, size * 1.2);
    return text === '' ? '' : `BT /F1 ${size} Tf 50 ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
  });
  return shown.filter((line) => line !== '').join('\n');
}

/** Objects are numbered from 1. */
export function assemblePdf(objects: readonly string[], trailer: string): Uint8Array {
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** `paragraphs` are the XML inside of the body, `doctype` what stands before all of it. */
export function makeDocx(paragraphs: string, core = '', doctype = ''): Uint8Array {
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return makeZip({
    '[Content_Types].xml': [
      `<Types xmlns="${types}">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      `<Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    ].join(''),
    '_rels/.rels': [
      `<Relationships xmlns="${relations}">`,
      `<Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ].join(''),
    'word/document.xml': `${doctype}<w:document xmlns:w="${word}"><w:body>${paragraphs}</w:body></w:document>`,
    ...(core === '' ? {} : { 'docProps/core.xml': core }),
  });
}

export const docxParagraph = (text: string, style = ''): string => {
  const look = style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${look}<w:r><w:t>${text}</w:t></w:r></w:p>`;
};

export function makeZip(files: { readonly [name: string]: string | Uint8Array }): Uint8Array {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, end, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}
