import type { AgentFunction } from '@parley/contract/agent-functions';
import { defaultLanguage } from '@parley/contract/agent-languages';
import type { AgentTemplateId } from '@parley/contract/agent-templates';
import { defaultVoice } from '../voices/index.ts';
import type { AgentContent } from './queries.ts';

/** What an agent made from the template begins with. Each works in a call as it is (AGENTS-7). */
export function contentOfTemplate(template: AgentTemplateId | undefined, name: string): AgentContent {
  const blank: AgentContent = {
    name,
    prompt: '',
    welcomeMode: 'play',
    welcomeText: '',
    voiceId: defaultVoice.id,
    language: defaultLanguage,
    functions: [],
    knowledgeBaseIds: [],
  };
  return template === undefined ? blank : { ...blank, ...templates[template] };
}

const endCall = {
  id: 'fn_end_call',
  type: 'end_call',
  name: 'end_call',
  description: 'Ends the call when the conversation is over or the person asks to end it.',
} as const;

const pressDigit = {
  id: 'fn_press_digit',
  type: 'press_digit',
  name: 'press_digit',
  description: 'Presses keys in an automatic menu at the other end.',
} as const;

/** What agents that the product makes may do. */
export const standardFunctions: AgentFunction[] = [endCall, pressDigit];

const templates: Readonly<Record<AgentTemplateId, Partial<AgentContent>>> = {
  blank_inbound: { functions: [endCall] },
  blank_outbound: { functions: [endCall] },
  healthcare_check_in: {
    welcomeText:
      'Hello, thank you for calling. I can check you in for your visit. May I have your full name, please?',
    prompt: `You check patients in by phone before their visit to the practice.
Be warm, calm and brief: one or two sentences at a time. Ask one thing at a time and repeat back what you understood.
Never give medical advice, and never make up facts about the practice.

## What to find out
Ask for their full name.
Ask for their date of birth.
Ask what day and time their appointment is.
Ask what the reason for their visit is.
Ask whether anything has changed about their insurance since the last visit.

## When to hand over
If someone asks for a person, or has a question you cannot answer, transfer the call to the front desk.
If someone describes an emergency, tell them to hang up and call the emergency number at once.

## At the end
Read back what you noted, say that they are checked in, thank them, say goodbye and end the call.
`,
    functions: [
      endCall,
      {
        id: 'fn_transfer_call',
        type: 'transfer_call',
        name: 'transfer_call',
        description:
          'Hands the call to the front desk when the person asks for somebody or needs help you cannot give.',
        transfer_destination: { type: 'predefined', number: '' },
        transfer_option: { type: 'cold_transfer', show_transferee_as_caller: false },
      },
    ],
  },
  notification: {
    welcomeText:
      'Hello, this is an automatic message. Our office is closed today because of the weather, and opens again tomorrow at 8 am. Thank you, and goodbye.',
    prompt: `You give one notification, then end the call.
The notification is in the welcome message. Change both to what your callers should know.
If someone asks to hear it again, repeat it once: our office is closed today because of the weather, and opens again tomorrow at 8 am.
If someone asks anything else, say that you can only give this message and that the office calls back on the next working day.
When the message was given, say goodbye and end the call.
`,
    functions: [endCall],
  },
};
