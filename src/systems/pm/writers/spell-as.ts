// The spelling of whoever was interviewed, in words that rules form: "cancelling", unless they write "canceling".

const DOUBLED = /\b(cancel|label|travel|model|total|signal|channel|fuel|level)(l?)(ing|ed)\b/gi;
const SINGLE = /\b(?:cancel|label|travel|model|total|signal|channel|fuel|level)(?:ing|ed)\b/i;

export function spellAs(text: string, said: readonly string[]): string {
  if (said.some((each) => SINGLE.test(each))) return text;
  return text.replace(DOUBLED, (_, verb: string, __: string, end: string) => `${verb}l${end}`);
}
