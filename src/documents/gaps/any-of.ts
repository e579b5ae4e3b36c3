// One pattern from several, so that a long list of forms can be read line by line.

/** Matches what any of them does, with the flags of the first. Groups that capture have no place in them. */
export function anyOf(...forms: readonly RegExp[]): RegExp {
  return new RegExp(forms.map(({ source }) => source).join('|'), forms[0]?.flags ?? '');
}
