import { Select } from '@mantine/core';
import { type AgentLanguage, agentLanguages } from '@parley/contract/agent-languages';

const choices = agentLanguages.map(({ code, name }) => ({ value: code, label: name }));

/** What the agent speaks and expects to hear; its own sentences, such as apologies, are said in it too. */
export function LanguageField({
  value,
  onChange,
}: {
  value: AgentLanguage;
  onChange: (language: AgentLanguage) => void;
}) {
  return (
    <Select
      label="Language"
      description="What the agent speaks and expects to hear. Write the prompt and the welcome message in it."
      data={choices}
      value={value}
      allowDeselect={false}
      checkIconPosition="right"
      maxDropdownHeight={320}
      onChange={(language) => language !== null && onChange(language as AgentLanguage)}
    />
  );
}
