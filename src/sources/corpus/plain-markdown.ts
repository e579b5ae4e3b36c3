// Markdown as a text to read: marks of headings, lists, tables and code stay, those inside of lines go.

export function plainMarkdown(markdown: string): string {
  const lines: string[] = [];
  let isCode = false;
  for (const line of withoutComments(markdown).split('\n')) {
    if (/^ {0,3}(?:`{3}|~{3})/.test(line)) isCode = !isCode;
    if (isCode) lines.push(line);
    // Where links and notes lead is not part of the text.
    else if (!/^ {0,3}\[[^\][]{1,200}\]:[ \t]/.test(line)) lines.push(plainLine(line));
  }
  return lines.join('\n');
}

function plainLine(line: string): string {
  const html = line
    .replace(/!\[[^\][]{0,1000}\]\([^()]{0,2000}\)/g, '')
    .replace(/\[\^[^\][]{1,100}\]/g, '')
    .replace(/\[([^\][]{1,1000})\](?:\([^()]{0,2000}(?:\([^()]{0,500}\)[^()]{0,500})?\)|\[[^\][]{0,200}\])/g, '$1')
    .replace(/<(https?:\/\/[^<>\s]{1,2000})>/g, '$1')
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, '');
  return html
    .replace(/\*{1,3}(?=\S)([^*]{1,2000}?)(?<=\S)\*{1,3}/g, '$1')
    .replace(/(?<![\p{L}\p{N}_])_{1,3}(?=\S)([^_]{1,2000}?)(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/~~([^~]{1,2000})~~/g, '$1')
    .replace(/`{1,3}([^`]{1,2000})`{1,3}/g, '$1')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1');
}

const ENTITIES: { readonly [name: string]: string } = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" },
};

function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf('<!--', from);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    if (close < 0) break;
    parts.push(text.slice(from, open));
    from = close + 3;
  }
  parts.push(text.slice(from));
  return parts.join('');
}
