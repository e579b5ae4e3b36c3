// Whether an unknown word is a known one with a letter left out or two letters in each other's place.

import { remembered } from './remembered.ts';
import { isKnownWord } from './tagger.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const LENGTH_MIN = 5;
const LENGTH_MAX = 14;

export const isSlip = remembered((word: string): boolean => {
  if (word.length < LENGTH_MIN || word.length > LENGTH_MAX || !/^[a-z]+$/.test(word)) return false;
  const places = Array.from({ length: word.length + 1 }, (_, at) => at);
  const swapped = places.map((at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2));
  if (swapped.some((other) => other !== word && isKnownWord(other))) return true;
  return places.some((at) => LETTERS.some((letter) => isKnownWord(word.slice(0, at) + letter + word.slice(at))));
});
