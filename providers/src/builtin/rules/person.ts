/** Whom staff mean by these words when they write to the agent. */
const customer =
  '(?:the|this|your|our|each|every|any) (?:customer|caller|patient|client|user|guest|prospect|lead|person|contact|recipient|member)';
/** Stands for "we" until every "you" that is the customer has been written. */
const ourselves = '§';
const verbs: Readonly<Record<string, string>> = {
  is: 'are',
  was: 'were',
  has: 'have',
  does: 'do',
  wants: 'want',
  needs: 'need',
  prefers: 'prefer',
  likes: 'like',
  lives: 'live',
  feels: 'feel',
  agrees: 'agree',
  knows: 'know',
  takes: 'take',
  plans: 'plan',
  uses: 'use',
  works: 'work',
  calls: 'call',
};

/**
 * Turns what staff wrote to the agent about the customer into what the agent says to the customer: "whether
 * they still want their appointment" becomes "whether you still want your appointment", "that you are
 * closed" becomes "that we are closed".
 */
export function toCustomer(text: string): string {
  return text
    .replace(/\byou are\b/gi, `${ourselves} are`)
    .replace(/\byourself\b/gi, 'myself')
    .replace(/\byours?\b/gi, (word) => (word.toLowerCase() === 'your' ? 'our' : 'ours'))
    .replace(/\byou\b/gi, ourselves)
    .replace(new RegExp(`\\b${customer}s?['’]s?\\s`, 'gi'), 'your ')
    .replace(new RegExp(`\\b${customer}s?\\b`, 'gi'), 'you')
    .replace(/\b(?:he or she|she or he|he\/she|they|them|him)\b/gi, 'you')
    .replace(/\b(?:his or her|their|his|her)\b/gi, 'your')
    .replace(/\btheirs\b/gi, 'yours')
    .replace(/\byou (\w+)\b/g, (both, verb: string) => (verbs[verb] ? `you ${verbs[verb]}` : both))
    .replace(/\b(is|was|has|does) you\b/g, (_, verb: string) => `${verbs[verb]} you`)
    .replaceAll(ourselves, 'we');
}
