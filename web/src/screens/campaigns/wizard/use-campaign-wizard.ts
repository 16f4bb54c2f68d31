import { type UseFormReturnType, useForm } from '@mantine/form';
import { campaignFields, phoneField } from '@parley/contract/campaign-rules';
import { AppError } from '@parley/contract/errors';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { addCampaign, createCampaign } from '../../../api/campaigns.ts';
import { failureTitle, statedFailureMessage } from '../../../api/failure-message.ts';
import { mergeFieldsQuery } from '../../../api/merge-fields.ts';
import { toast } from '../../../components/toasts.ts';
import { type CampaignDetails, emptyDetails } from './campaign-details.ts';
import { type FieldColumns, guessMapping } from './guess-mapping.ts';
import { type ContactFileState, useContactFile } from './use-contact-file.ts';
import type { WizardStep } from './wizard-steps.tsx';

/** How long a file that was read shows as being processed before the next step opens, in ms (WIZ-2). */
const processingMs = 5_000;

/** Without the column every row would be refused. */
const consentUnmapped = 'Go back to Map Fields and choose the column that says who agreed.';

export type CampaignWizard = {
  step: WizardStep;
  goTo: (step: WizardStep) => void;
  reachable: ReadonlySet<WizardStep>;
  done: ReadonlySet<WizardStep>;
  file: ContactFileState;
  /** The file was read, and the next step opens by itself. */
  isProcessing: boolean;
  mapping: FieldColumns;
  setMapping: (mapping: FieldColumns) => void;
  form: UseFormReturnType<CampaignDetails>;
  create: () => void;
  isCreating: boolean;
  /** Whether leaving now would lose a chosen file: not once the campaign is created. */
  holdsWork: () => boolean;
};

/** Where one is in the wizard, and what was chosen so far (WIZ-1 to 6). */
export function useCampaignWizard(timeZone: string): CampaignWizard {
  const [step, setStep] = useState<WizardStep>('upload');
  const [hasMapped, setMapped] = useState(false);
  const [edited, setEdited] = useState<FieldColumns>();
  const [isProcessing, setProcessing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const goTo = (next: WizardStep) => {
    clearTimeout(timer.current);
    setProcessing(false);
    if (next === 'finalize') setMapped(true);
    setStep(next);
  };
  const file = useContactFile(({ columns }) => {
    setProcessing(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      goTo('map');
      const count = columns.length;
      toast.success({ message: `CSV file read: ${count} ${count === 1 ? 'column' : 'columns'} found.` });
    }, processingMs);
  });
  const forget = () => {
    clearTimeout(timer.current);
    setProcessing(false);
    setEdited(undefined);
    setMapped(false);
  };

  const fields = useQuery(mergeFieldsQuery).data;
  const summary = file.chosen?.summary;
  const guessed = useMemo(
    () =>
      guessMapping(
        [...(fields ?? []), ...campaignFields].map((field) => field.field_name),
        summary?.columns ?? [],
      ),
    [fields, summary],
  );
  const mapping = edited ?? guessed;
  const isPhoneMapped = mapping[phoneField] !== undefined;
  const hasConsentColumn = mapping['consent'] !== undefined;

  const form = useForm<CampaignDetails>({
    initialValues: emptyDetails,
    validate: {
      name: (name) => (name.trim() === '' ? 'Give the campaign a name.' : null),
      agentId: (id) => (id === null ? 'Choose the agent that calls.' : null),
      numberId: (id) => (id === null ? 'Choose the number to call with.' : null),
      time: (time, { date }) => (date !== '' && time === '' ? 'Give the time it begins.' : null),
    },
  });
  const isCreated = useRef(false);
  const { create, isCreating } = useCreate(timeZone, () => {
    isCreated.current = true;
  });
  const submit = () => {
    const { hasErrors } = form.validate();
    if (form.values.requiresConsent && !hasConsentColumn)
      return form.setFieldError('requiresConsent', consentUnmapped);
    if (!isPhoneMapped && summary !== undefined) return refuse('campaign_phone_unmapped');
    if (hasErrors || file.chosen === undefined || summary === undefined) return refuse('campaign_incomplete');
    create({ details: form.values, mapping, stored: file.chosen.stored });
  };

  const reachable = new Set<WizardStep>(['upload']);
  if (summary !== undefined) reachable.add('map');
  if (summary !== undefined && isPhoneMapped) reachable.add('finalize');
  const done = new Set<WizardStep>();
  if (summary !== undefined) done.add('upload');
  if (reachable.has('finalize') && hasMapped) done.add('map');
  return {
    step,
    goTo,
    reachable,
    done,
    file: {
      ...file,
      choose: (files) => {
        forget();
        file.choose(files);
      },
      clear: () => {
        forget();
        file.clear();
      },
    },
    isProcessing,
    mapping,
    setMapping: setEdited,
    form,
    create: submit,
    isCreating,
    holdsWork: () => file.chosen !== undefined && !isCreated.current,
  };
}

function refuse(code: 'campaign_phone_unmapped' | 'campaign_incomplete'): void {
  const { title, message } = AppError.of(code);
  toast.error({ title, message });
}

type Creation = { details: CampaignDetails; mapping: FieldColumns; stored: Promise<string> };

function useCreate(
  timeZone: string,
  onCreated: () => void,
): { create: (creation: Creation) => void; isCreating: boolean } {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ details, mapping, stored }: Creation) =>
      createCampaign({
        campaign_name: details.name.trim(),
        agent_uuid: details.agentId ?? '',
        phone_number_id: details.numberId ?? '',
        ...(details.moreNumberIds.length > 0 && { phone_number_ids: details.moreNumberIds }),
        dialing_mode: details.mode,
        ...(details.requiresConsent && { rules: { requires_consent: true } }),
        time_zone: timeZone,
        ...(details.date !== '' && { time_stamp: `${details.date}T${details.time}:00` }),
        field_mappings: Object.fromEntries(Object.entries(mapping).map(([field, column]) => [column, field])),
        // A large file may still be on its way.
        csv_url: await stored,
      }),
    onSuccess: (campaign) => {
      onCreated();
      addCampaign(cache, campaign);
      toast.success(successToast('campaign_created'));
      void navigate({ to: '/app/campaigns', search: { show: 'check', campaign: campaign.id } });
    },
    onError: (error) =>
      toast.error({
        title: failureTitle(error),
        message: statedFailureMessage(error, 'campaign_not_created'),
      }),
  });
  return { create: mutate, isCreating: isPending };
}
