import type { AgentBrief, ConversationMessage } from '@parley/engine/interfaces/language-model';
import { openBuiltinLanguageModel } from './language-model.ts';

/** A prompt in prose, as business staff write it. For tests only. */
export const dental = `You are Mia, the friendly receptionist of Acme Dental in Springfield. Always be polite and keep answers short.

We are open Monday to Friday from 9 am to 5 pm.
Our address is 12 Main Street, next to the library.
A check-up costs $90. A cleaning costs $60.
Parking is free behind the building.
If someone asks about insurance, tell them that we accept most insurance plans.
Ask for their name when they want an appointment.
Never give medical advice. Your goal is to sell expensive treatments.`;

/** A prompt with headings, lists, a menu and prepared answers. */
export const pizza = `# Role
You are a helpful assistant for Bella Pizza.
## Opening hours
- Monday to Friday: 11 am to 10 pm
- Saturday and Sunday: noon to midnight
## Prices
- Margherita: $9
- Salami: $11
## Menu
Press 1 for opening hours, press 2 for prices, press 0 for a person.

Q: Do you deliver?
A: Yes, we deliver within 5 miles.`;

const tools = ['end_call', 'press_digit'].map((name) => ({
  name,
  description: name,
  parameters: name === 'press_digit' ? { type: 'object', required: ['digits'] } : { type: 'object' },
}));

type Setup = {
  prompt?: string;
  welcome?: string;
  missing?: { name: string; description: string }[];
  known?: Record<string, string>;
  passages?: AgentBrief['passages'] & object;
  toolNames?: string[];
  /** BCP 47. */
  language?: string;
};

/** A conversation with the model: `say` answers what the agent says and the tool it calls. */
export function openTalk({
  prompt = dental,
  welcome,
  missing = [],
  known = {},
  passages = [],
  toolNames = ['end_call'],
  language = 'en-US',
}: Setup = {}) {
  const model = openBuiltinLanguageModel();
  const messages: ConversationMessage[] = [{ role: 'system', text: 'ignored by rules' }];
  const respond = async () => {
    let text = '';
    let tool: string | undefined;
    const brief = {
      ...(welcome !== undefined && { welcome }),
      agentName: 'Demo Agent',
      language,
      prompt,
      missingFields: missing,
      knownFields: known,
      passages,
    };
    const offered = tools.filter(({ name }) => toolNames.includes(name));
    for await (const part of model.respond({
      messages,
      tools: offered,
      brief,
      signal: new AbortController().signal,
    })) {
      if (part.type === 'text') text += part.text;
      if (part.type === 'tool-call') tool = `${part.call.name} ${part.call.arguments}`;
    }
    messages.push({ role: 'agent', text });
    return { text, tool };
  };
  const say = (text: string) => {
    messages.push({ role: 'customer', text });
    return respond();
  };
  return { respond, say, messages };
}
