// Statements that hold for every record, list or screen: they ask for a quality, and name no thing of their own.

const GENERAL = new RegExp(
  [
    String.raw`\b(?:the )?same record\b`,
    String.raw`\b(?:encrypt|older than its retention)\b.{0,200}|\bpersonal data\b.{0,80}\b(?:encrypt|retention|older)`,
    String.raw`^(?:if|when) (?:a|any) (?:request|notification|message|call) (?:is|fails|takes)\b`,
    String.raw`\brequests? a record\b|\bsigned-in account\b`,
    String.raw`^while a list is empty\b|\bfirst entry\b`,
    String.raw`\b(?:wcag|tls|aes)\b`,
  ].join('|'),
  'i',
);

/** `If two people change the same record at the same time` is of no table `records`. */
export const isGeneral = (text: string): boolean => GENERAL.test(text);
