/** A text field with the words that are in use already as suggestions. */

import type { WordCount } from "../../api/generated.ts";
import { type Combobox, combobox } from "./combobox.ts";

export interface WordFieldProps {
  name?: string;
  value: string;
  maxLength?: number;
  words: () => readonly WordCount[];
  changed: (text: string) => void;
}

const maxOptions = 8;

/** The words that begin with a text, then those that contain it. */
export function matchingWords(words: readonly WordCount[], text: string): WordCount[] {
  const wanted = text.trim().toLowerCase();
  const rank = ({ word }: WordCount): number => word.toLowerCase().startsWith(wanted) ? 0 : 1;
  return words.filter(({ word }) => word.toLowerCase().includes(wanted) && word.toLowerCase() !== wanted)
    .map((word, at) => ({ word, at })).sort((a, b) => rank(a.word) - rank(b.word) || a.at - b.at)
    .slice(0, maxOptions).map(({ word }) => word);
}

export function wordField(props: WordFieldProps): Combobox {
  const field = combobox({
    ...(props.name === undefined ? {} : { name: props.name }),
    options: (text) =>
      matchingWords(props.words(), text).map(({ word, count }) => ({
        label: word,
        detail: String(count),
        take: () => {
          field.input.value = word;
          props.changed(word);
        },
      })),
    left: props.changed,
    entered: props.changed,
  });
  field.input.maxLength = props.maxLength ?? 200;
  field.input.value = props.value;
  return field;
}
