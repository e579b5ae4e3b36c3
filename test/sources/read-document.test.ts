// Documents of each kind, read: small real ones.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../../src/sources/corpus/read-document.ts';
import { docxParagraph, makeDocx, makePdf, makeZip } from './make-documents.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function read(content: Uint8Array | string, name: string, type = '') {
  const result = await readDocument(typeof content === 'string' ? bytesOf(content) : content, { name, type });
  assert.ok(result.ok, result.ok ? '' : result.why);
  return result.document;
}

async function whyNot(content: Uint8Array | string, name: string, type = ''): Promise<string> {
  const result = await readDocument(typeof content === 'string' ? bytesOf(content) : content, { name, type });
  assert.ok(!result.ok, JSON.stringify(result).slice(0, 200));
  return result.why;
}

describe('Markdown', () => {
  test('its front matter says what it is', async () => {
    const front =
      'title: "Heat: a guide"\ntype: Academic # ours\ndate: 2023-05-04\n' +
      'authors:\n  - Ada Lovelace\n  - name: Alan Turing\n';
    const document = await read(
      `---\n${front}url: https://example.org/heat\njournal: Heat Letters\n---\n# Heat\n\nIt moves.\n`,
      'a.md',
    );
    assert.deepEqual(document, {
      ...{ title: 'Heat: a guide', type: 'academic', publishedAt: '2023-05-04', publisher: 'Heat Letters' },
      ...{ authors: ['Ada Lovelace', 'Alan Turing'], url: 'https://example.org/heat', text: '# Heat\n\nIt moves.' },
    });
  });

  test('marks inside of lines go, those of blocks stay', async () => {
    const { text } = await read(
      [
        '## *Costs* of `pumps`',
        'A **heat pump** [costs](https://x.org/a_(b)) 5 \\* 2 snake_case euros[^1] &amp; more<br>. ![x](y.png)',
        '<!-- a note',
        'of ours -->',
        '- an _item_ [here][1]',
        '| a | b |',
        '```',
        '**code**',
        '```',
        '[1]: https://x.org',
        '[^1]: A note.',
      ].join('\n'),
      'a.md',
    );
    assert.equal(
      text,
      '## Costs of pumps\nA heat pump costs 5 * 2 snake_case euros & more. \n\n- an item here\n| a | b |\n' +
        '```\n**code**\n```',
    );
  });

  test('a title in lines of its own is read from the first of them, or is none', async () => {
    const titleOf = async (front: string) =>
      (await read(`---\n${front}\ndate: 2024\n---\n# Heading\n\nText.`, 'a.md')).title;
    for (const sign of ['|', '>', '|-', '>+', '|2', '> # a note'])
      assert.equal(await titleOf(`title: ${sign}\n\n  Heat: "a" guide # 1\n  and more`), 'Heat: "a" guide # 1', sign);
    assert.equal(await titleOf('Title: |\n  Heat'), 'Heat');
    assert.equal(await titleOf('title: |'), 'Heading');
    assert.equal(await titleOf('title: |x'), '|x');
  });

  test('a rule at the beginning is no front matter, and without a title the first heading is it', async () => {
    const document = await read('---\n\nText above.\n\n# The title\n\n---\nMore.', 'a.md');
    assert.match(document.text, /Text above/);
    assert.equal(document.title, 'The title');
  });
});

describe('text', () => {
  test('is read in the charset it is written in', async () => {
    const word = 'Wärmepumpe für 5 €.';
    const wide = Buffer.from(`\uFEFF${word}`, 'utf16le');
    for (const bytes of [
      bytesOf(word),
      bytesOf(`\uFEFF${word}`),
      new Uint8Array(wide),
      new Uint8Array(wide.subarray(2)),
      new Uint8Array(wide.swap16()),
    ])
      assert.equal((await read(bytes, 'a.txt')).text, word);
    const western = Uint8Array.from([...'W\xe4rmepumpe f\xfcr 5 \x80.'], (letter) => letter.charCodeAt(0));
    assert.equal((await read(western, 'a.txt')).text, word);
    const greek = Uint8Array.from([0xc8, 0xe5, 0xf1, 0xec, 0xfc, 0xf4, 0xe7, 0xf4, 0xe1]);
    assert.equal((await read(greek, 'a.txt', 'text/plain; charset=iso-8859-7')).text, 'Θερμότητα');
    assert.equal((await read(greek, 'a.txt', 'text/plain; charset=no-such')).text.length, 9);
  });

  test('its first lines give title and date', async () => {
    const { title, publishedAt } = await read(
      'ENERGY AGENCY\nHeat in the building stock\nPublished 12 April 2024\n\nText.',
      'a.txt',
    );
    assert.deepEqual([title, publishedAt], ['Heat in the building stock', '2024-04-12']);
    const minutes = await read(
      'The Association\nReport for 2023, given on 20 January 2024\n\nIn 1999 it rained.',
      'a.txt',
    );
    assert.deepEqual([minutes.title, minutes.publishedAt], ['The Association', '2024-01-20']);
    assert.equal((await read('It rained on 3 May 1999 in Bergen. It stopped.', 'a.txt')).publishedAt, null);
  });

  test('a first line in capitals over the title is who published it', async () => {
    const published = async (text: string): Promise<readonly string[]> => {
      const { publisher, title } = await read(text, 'a.txt');
      return [publisher, title];
    };
    assert.deepEqual(await published('RAIL REGULATOR OF ALVERN\nMarket review: trains in 2023\n\nText is here.'), [
      'Rail Regulator of Alvern',
      'Market review: trains in 2023',
    ]);
    assert.deepEqual(await published('LINDAU COURIER, 14 August 2016\nBoxes on bicycles: a fad?\n\nText is here.'), [
      'Lindau Courier',
      'Boxes on bicycles: a fad?',
    ]);
    assert.equal((await published('THE RUNNING BOOM IN FIGURES\nA report for organisers\n\nText is here.'))[0], '');
  });

  test('what is no text or empty says so', async () => {
    assert.equal(await whyNot('', 'a.txt'), 'it is empty');
    assert.equal(await whyNot(' \n\t ', 'a.md'), 'it holds no text');
    assert.equal(
      await whyNot(Uint8Array.from([1, 0, 2, 0, 0, 0, 9, 8, 7]), 'a.txt'),
      'it is not text, whatever its name says',
    );
    assert.match(await whyNot('x', 'a.png'), /^it is of no kind that is read/);
  });
});

describe('HTML', () => {
  const paragraph =
    '<p>Heat pumps move heat from the air, the ground or water into a house, and need power for it.</p>';
  const page = `<html><head><title>Heat pumps | Gazette</title><meta property="og:site_name" content="Gazette">
    <meta name="author" content="Ada Lovelace"><meta property="article:published_time" content="2024-03-09T10:00:00Z">
    <link rel="canonical" href="https://gazette.example/heat"></head><body><nav><a href="/">Home</a></nav>
    <div class="cookie">We use cookies.</div><article><h1>Heat pumps</h1>${paragraph.repeat(6)}<h2>Costs</h2>
    <ul><li><p>One item.</p></li>
    <li>Another<sup><a>[3]</a></sup> one.</li></ul><table><tr><th>Year</th><td>5</td></tr></table>
    <pre>x = 1\ny</pre>${paragraph}</article>
    <footer>All rights reserved.</footer></body></html>`;

  test('its article is read, with headings, items, tables and code marked', async () => {
    const document = await read(page, 'a.html');
    assert.match(document.text, /^(?:# Heat pumps\n\n)?Heat pumps move heat/);
    assert.match(
      document.text,
      /\n## Costs\n\n- One item\.\n\n- Another one\.\n\n\| Year \| 5 \|\n\n```\nx = 1\ny\n```\n\nHeat pumps move/,
    );
    assert.doesNotMatch(document.text, /Home|cookies|rights/);
    const { text: _, ...known } = document;
    assert.deepEqual(known, {
      ...{ title: 'Heat pumps', type: '', publishedAt: '2024-03-09', authors: ['Ada Lovelace'], publisher: 'Gazette' },
      url: 'https://gazette.example/heat',
    });
  });

  test('of a page without an article all text is read, but not what stands around it', async () => {
    const { text } = await read(
      '<header>Top</header><p>It is <b>short</b>.</p><script>x()</script><div>Two<br>lines</div><nav>Menu</nav>',
      'a.htm',
    );
    assert.equal(text, 'It is short.\n\nTwo\nlines');
  });

  test('what journals say of their articles is read', async () => {
    const metas = [
      'citation_title:Heat at home',
      'citation_author:Ada Lovelace',
      'citation_author:Alan Turing',
      'citation_journal_title:Heat',
      'citation_publication_date:2021/06',
    ]
      .map((each) => `<meta name="${each.split(':')[0]}" content="${each.split(':')[1]}">`)
      .join('');
    const { title, type, authors, publisher, publishedAt } = await read(
      `<html><head>${metas}</head><body>${paragraph}</body></html>`,
      'a.html',
    );
    assert.deepEqual(
      [title, type, authors, publisher],
      ['Heat at home', 'academic', ['Ada Lovelace', 'Alan Turing'], 'Heat'],
    );
    assert.equal(publishedAt, '2021');
  });

  test('a server may say what it is', async () => {
    const western = Uint8Array.from(page.replaceAll('heat', 'W\xe4rme'), (letter) => letter.charCodeAt(0));
    assert.match((await read(western, 'page', 'text/html; charset=ISO-8859-1')).text, /Wärme/);
    assert.match((await read('<!doctype html><p>Plain words.</p>', 'page', 'text/plain')).text, /^Plain words\.$/);
  });
});

describe('PDF', () => {
  test('lines become paragraphs, large ones headings, and what repeats on pages goes', async () => {
    const head = { text: 'Heat Letters, volume 5' };
    const pages = [1, 2, 3].map((number) => [
      head,
      { text: '' },
      { text: `Part ${number} of it`, size: 18 },
      { text: `Page ${number} says that heat pumps move heat and are insul-` },
      { text: 'ated against the cold.' },
      { text: '' },
      { text: `The next paragraph of it (${number}).` },
      { text: '' },
      { text: `${number}` },
    ]);
    const document = await read(
      makePdf(pages, { info: '/Title (Heat at home) /Author (Ada Lovelace) /CreationDate (D:20220304101500Z)' }),
      'a.pdf',
    );
    assert.deepEqual(
      [document.title, document.authors, document.publishedAt],
      ['Heat at home', ['Ada Lovelace'], '2022-03-04'],
    );
    assert.equal(
      document.text.slice(0, 151),
      '## Part 1 of it\n\nPage 1 says that heat pumps move heat and are insulated against the cold.\n\n' +
        'The next paragraph of it (1).\n\n## Part 2 of it\n\nPage 2 says',
    );
    assert.doesNotMatch(document.text, /Letters|\n3$/);
  });

  test('a scanned, an encrypted and a broken one say why they are not read', async () => {
    assert.equal(await whyNot(makePdf([[], []]), 'a.pdf'), 'it holds no text; it may be scanned');
    const key = `<${'61'.repeat(32)}>`;
    const more = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >>`;
    assert.equal(
      await whyNot(makePdf([[{ text: 'Secret words of a secret page' }]], { more }), 'a.pdf'),
      'it is encrypted',
    );
    assert.match(await whyNot('%PDF-1.4\nnothing', 'a.pdf'), /^it is broken \(Invalid PDF structure\)$/);
  });
});

describe('DOCX', () => {
  const body =
    docxParagraph('Heat at home', 'Heading1') +
    docxParagraph('Heat pumps move heat.') +
    docxParagraph('They need power.');

  test('its text is read with headings, and its properties', async () => {
    const core =
      '<cp:coreProperties><dc:title>Heat &amp; home</dc:title><dc:creator>Ada Lovelace</dc:creator>' +
      '<dcterms:created xsi:type="dcterms:W3CDTF">2021-02-03T09:00:00Z</dcterms:created></cp:coreProperties>';
    const document = await read(makeDocx(body, core), 'a.docx');
    assert.equal(document.text, '# Heat at home\n\nHeat pumps move heat.\n\nThey need power.');
    assert.deepEqual(
      [document.title, document.authors, document.publishedAt],
      ['Heat & home', ['Ada Lovelace'], '2021-02-03'],
    );
    assert.equal((await read(makeDocx(body), 'a.docx')).title, 'Heat at home');
  });

  test('an empty, an encrypted and a broken one say why they are not read', async () => {
    assert.equal(await whyNot(makeDocx(''), 'a.docx'), 'it holds no text');
    assert.equal(
      await whyNot(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'a.docx'),
      'it is encrypted, or of an older format of Word',
    );
    assert.equal(await whyNot(makeDocx(body).slice(0, 300), 'a.docx'), 'it is broken (it is not a whole ZIP archive)');
    assert.equal(await whyNot(makeZip({ 'a.txt': 'x' }), 'a.docx'), 'it is broken (it holds no word/document.xml)');
    assert.match(await whyNot(makeDocx('<w:p><w:r>'), 'a.docx'), /^it is broken \(/);
  });
});
