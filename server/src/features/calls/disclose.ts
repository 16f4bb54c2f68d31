import { type CallingRules, defaultCallingRules } from '@parley/contract/campaign-rules';
import type { AgentSettings } from '@parley/engine/interfaces/call-settings';
import { sentencesFor } from '@parley/engine/interfaces/spoken-sentences';

/** What the agent does when somebody takes the offer: the number is on the list by then. */
const afterOptOut =
  'If the person presses 9 or asks not to be called again, confirm in one short sentence that they will not be called again, say goodbye, and end the call. Do not try to change their mind.';

/**
 * The agent as it calls for a campaign: what must be said first comes before its welcome, also where it would wait for
 * the other side to speak.
 */
export function addDisclosure(
  settings: AgentSettings,
  { is_on: isOn, text, offers_opt_out_key: offersKey }: CallingRules['disclosure'],
): AgentSettings {
  const prompt = `${settings.prompt}\n\n${afterOptOut}`;
  const words = sentencesFor(settings.language);
  // Nobody has worded it: it is said in the language of the agent.
  const notice = text === defaultCallingRules.disclosure.text ? words.recorded : text;
  const said = [...(isOn ? [notice] : []), ...(offersKey ? [words.optOutOffer] : [])].join(' ');
  if (said === '') return { ...settings, prompt };
  const { mode, text: greeting } = settings.welcome;
  const welcome = mode === 'play' ? `${said} ${greeting}` : said;
  return { ...settings, prompt, welcome: { mode: 'play', text: welcome.trim() } };
}
