// `node examples/research/make-documents.ts`: writes the PDF of quantum and the DOCX of trends again.

import { writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

interface Text {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

const LINE_MAX = 88;

const LEXICON: Text = {
  title: 'Six words of quantum computing',
  paragraphs: [
    'A qubit is the unit of quantum information. Measured, it gives 0 or 1; before, it can be in a ' +
      'superposition of both.',
    'A physical qubit is a device: an atom, an ion or a circuit. A logical qubit is made of many physical ' +
      'qubits and protected by error correction. Predictions that name a number of qubits should say which ' +
      'kind they mean.',
    'Fidelity is the share of operations without an error. A fidelity of 99.9 percent means one error in ' +
      'a thousand operations.',
    'Quantum advantage is reached when a quantum computer solves a problem that no classical computer can ' +
      'solve in reasonable time. The problem need not be useful.',
    'Coherence time is how long a qubit keeps its state. It ranges from about 0.1 milliseconds in ' +
      'superconducting circuits to minutes in trapped ions.',
    'The future of quantum computing is usually divided into two eras: present machines without error ' +
      'correction, which run some thousand operations, and machines with error correction, which will run ' +
      'billions.',
  ],
};

const WORKFORCE: Text = {
  title: 'AI at work: notes from twelve workshops',
  paragraphs: [
    'We held twelve workshops with employees of offices, warehouses and hospitals in 2024 and asked which ' +
      'AI trends they notice in their own work.',
    'Employees mostly meet AI in programs that they already have: in mail, in spreadsheets and in the ' +
      'search of the intranet. In ten of twelve workshops somebody used an AI service that the employer had ' +
      'not approved.',
    'Translation and summaries of meetings were named as the most helpful uses of AI. Plans of shifts ' +
      'made by AI were named as the least helpful, because nobody could explain them.',
    'Employees asked for three things: training during working hours, a list of approved AI services, and ' +
      'a person who answers questions. Four of the twelve employers offer all three.',
  ],
};

const here = (path: string): URL => new URL(path, import.meta.url);
writeFileSync(here('quantum/corpus/six-words.pdf'), pdfOf(LEXICON), 'latin1');
writeFileSync(here('trends/corpus/ai-at-work.docx'), docxOf(WORKFORCE));

function pdfOf({ title, paragraphs }: Text): string {
  const lines = [title, '', ...paragraphs.flatMap((each) => [...wrapLines(each), ''])];
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n');
  const content = `BT /F1 11 Tf 16 TL 60 780 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${title}) /CreationDate (D:20240514120000Z) >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

function wrapLines(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > LINE_MAX) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

function docxOf({ title, paragraphs }: Text): Buffer {
  const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const heading = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(title)}</w:p>`;
  const body = paragraphs.map((each) => `<w:p>${run(each)}</w:p>`).join('');
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const core = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';
  const links = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const kind = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return zipOf({
    '[Content_Types].xml':
      `${head}<Types xmlns="${types}"><Default Extension="rels" ContentType=` +
      `"application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/word/document.xml" ContentType="${kind}"/></Types>`,
    '_rels/.rels':
      `${head}<Relationships xmlns="${links}">` +
      `<Relationship Id="rId1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    'docProps/core.xml':
      `${head}<cp:coreProperties xmlns:cp="${core}" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
      `xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>${title}</dc:title>` +
      '<dcterms:created>2024-12-03T09:00:00Z</dcterms:created></cp:coreProperties>',
    'word/document.xml': `${head}<w:document xmlns:w="${main}"><w:body>${heading}${body}</w:body></w:document>`,
  });
}

/** A zip archive without compression, all its times the same: the file is the same each time. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [bytes, path] = [Buffer.from(text), Buffer.from(name)];
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(0x58ae0000, 6);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(path.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, path, bytes]);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, entry, path);
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
