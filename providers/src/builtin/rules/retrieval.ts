import type { LanguageRules } from '../languages/language-rules.ts';
import { factShapes } from './fact-shapes.ts';
import { closestWord } from './fuzzy.ts';
import type { Fact } from './prompt-reader.ts';
import { stemOf } from './words.ts';

/** How much a shared meaning counts beside a shared word. */
const conceptWeight = 0.75;
const shapeWeight = 0.5;
/** Below this a question and a fact share nothing that matters. */
const minimumScore = 0.5;
const maxFactsPerAnswer = 3;

type IndexedFact = { fact: Fact; stems: Set<string>; concepts: Set<string>; shapes: Set<string> };

/** Searches the facts of one prompt. */
export class FactIndex {
  readonly #facts: IndexedFact[];
  readonly #vocabulary: Set<string>;

  readonly #language: LanguageRules;

  constructor(facts: readonly Fact[], language: LanguageRules) {
    this.#language = language;
    this.#facts = facts.map((fact) => {
      const stems = new Set(language.contentStems(`${fact.heading} ${fact.about}`));
      const concepts = new Set([...stems].flatMap((stem) => [...language.conceptsOf(stem)]));
      return { fact, stems, concepts, shapes: new Set(factShapes(fact.about)) };
    });
    this.#vocabulary = new Set([...language.conceptStems, ...this.#facts.flatMap(({ stems }) => [...stems])]);
  }

  /**
   * What answers this question best, as sentences, with how sure that is (0 for nothing). Words a recogniser
   * got almost right count nearly as much as right ones.
   */
  find(question: string): { say: string; score: number } | undefined {
    const asked = this.#readQuestion(question);
    const scored = this.#facts
      .map((entry) => ({ entry, score: this.#score(entry, asked) }))
      .filter(({ score }) => score >= minimumScore)
      .sort((a, b) => b.score - a.score);
    const best = scored[0];
    if (!best) return undefined;
    // Items of one list answer together: Monday, Saturday and Sunday are all opening hours.
    const heading = best.entry.fact.heading;
    const together = heading
      ? this.#facts.filter(
          (entry) =>
            entry.fact.heading === heading &&
            scored.some((other) => other.entry === entry && other.score > best.score * 0.75),
        )
      : [best.entry];
    const chosen = together.includes(best.entry) ? together : [best.entry, ...together];
    const sentences = chosen.slice(0, maxFactsPerAnswer).map(({ fact }) => fact.say);
    return { say: withHeading(heading, sentences), score: best.score };
  }

  /** Things one can ask about, in the words of the prompt's headings and keys. */
  topics(): string[] {
    const topics = this.#facts.flatMap(({ fact }) => {
      if (fact.isLookedUp) return [];
      const name =
        fact.heading && !/\?$/.test(fact.heading) ? fact.heading : /^([\w ]{3,30}):\s/.exec(fact.say)?.[1];
      return name ? [name.toLowerCase()] : [];
    });
    return [...new Set(topics)].slice(0, 4);
  }

  #readQuestion(question: string): { stems: Map<string, number>; concepts: Map<string, number> } {
    const stems = new Map<string, number>();
    const concepts = new Map<string, number>();
    const { plain, isStopWord, conceptsOf, questionConcepts, soundOf } = this.#language;
    for (const word of plain(question).split(' ')) {
      if (word === '' || isStopWord(word)) continue;
      const stem = stemOf(word);
      const meant =
        closestWord(stem, this.#vocabulary, soundOf) ?? closestWord(word, this.#vocabulary, soundOf);
      const sureness = meant === stem ? 1 : 0.7;
      stems.set(meant ?? stem, sureness);
      for (const concept of conceptsOf(meant ?? stem)) concepts.set(concept, sureness);
    }
    for (const [pattern, concept] of questionConcepts) {
      if (pattern.test(plain(question))) concepts.set(concept, 1);
    }
    return { stems, concepts };
  }

  #score(entry: IndexedFact, asked: { stems: Map<string, number>; concepts: Map<string, number> }): number {
    let score = 0;
    for (const [stem, sureness] of asked.stems) {
      if (entry.stems.has(stem)) score += sureness * this.#rarity((other) => other.stems.has(stem));
    }
    for (const [concept, sureness] of asked.concepts) {
      const isAbout = entry.concepts.has(concept);
      const hasShape = entry.shapes.has(concept);
      const has = (other: IndexedFact) => other.concepts.has(concept) || other.shapes.has(concept);
      const rarity = this.#rarity(has);
      score += sureness * rarity * ((isAbout ? conceptWeight : 0) + (hasShape ? shapeWeight : 0));
    }
    return score;
  }

  /** A word that stands in every fact says little about any: from 1 for a single fact down to a third. */
  #rarity(has: (entry: IndexedFact) => boolean): number {
    const count = this.#facts.filter(has).length;
    return Math.max(1 / 3, 1 - Math.log2(Math.max(1, count)) / 6);
  }
}

function withHeading(heading: string, sentences: readonly string[]): string {
  const text = sentences.join(' ');
  // A question that was prepared with its answer, or prose, needs no title; list items do.
  const isList = sentences.every(
    (sentence) => sentence.split(' ').length <= 8 && !/\b(?:is|are|we)\b/i.test(sentence),
  );
  return heading && !/\?$/.test(heading) && isList ? `${heading}: ${text}` : text;
}
