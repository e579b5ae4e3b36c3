// Statements that ask for nothing that could be built: whoever asked has to say more first.

const WORDS_FEW = 8;
const WISH = /\b(?:better|nicer|faster|easier|modern|great|improve[ds]?|optimi[sz]e[ds]?|user-friendly)\b/i;
const BUILT = /^(?:please )?(?:we (?:need|want) |(?:build|make|create|develop|design|implement|give) )/i;
const PRODUCT =
  /\b(?:crm|erp|cms|app|application|system|tool|website|site|shop|store|platform|portal|software|bot|product|mvp)\b/i;
/** What it is to do, or for whom. */
const SAYS_MORE = /\b(?:where|that|which|who|so that|to [a-z]{3,}|for [a-z]{3,}|can|may|must|shall|with|when)\b/i;

/** `Make the warehouse better`, `Build a small CRM.` */
export function isVague(text: string): boolean {
  if (text.trim().split(/\s+/).length > WORDS_FEW || /\d/.test(text) || SAYS_MORE.test(text)) return false;
  return WISH.test(text) || (BUILT.test(text) && PRODUCT.test(text));
}
