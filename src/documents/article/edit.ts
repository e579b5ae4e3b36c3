// A change to a draft: words that stand in it once, and what replaces them.

export interface ArticleEdit {
  readonly find: string;
  readonly replace: string;
  readonly why: string;
}
