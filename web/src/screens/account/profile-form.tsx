import { Button, Card, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UserProfile } from '@parley/contract/accounts';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { saveProfile } from '../../api/account-settings.ts';
import { profileQuery } from '../../api/accounts.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { useUserStore } from '../../api/user-store.ts';
import { browserTimeZone, listTimeZones } from '../../components/time-zones.ts';
import { toast } from '../../components/toasts.ts';
import classes from './account.module.css';
import { changedFields, fieldErrors, type ProfileValues, profileChecks, valuesOf } from './profile-values.ts';

/** ACCT-1. */
export function ProfileForm({ profile }: { profile: UserProfile }) {
  const cache = useQueryClient();
  const zones = useMemo(() => listTimeZones([profile.user_tz, browserTimeZone()]), [profile.user_tz]);
  const form = useForm<ProfileValues>({
    initialValues: valuesOf(profile, browserTimeZone()),
    validate: profileChecks(profile),
    validateInputOnBlur: true,
  });
  const changes = changedFields(profile, form.getValues());
  const isChanged = Object.keys(changes).length > 0;

  const saving = useMutation({
    mutationFn: saveProfile,
    onSuccess: (saved) => {
      cache.setQueryData(profileQuery.queryKey, saved);
      useUserStore.getState().keep(saved);
      form.setValues(valuesOf(saved, browserTimeZone()));
      toast.success(successToast('profile_saved'));
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'profile_not_saved') });
    },
  });

  return (
    <Card>
      <form noValidate onSubmit={form.onSubmit(() => saving.mutate(changes))}>
        <Stack gap="lg">
          <div className={classes['pair']}>
            <TextInput
              {...form.getInputProps('firstName')}
              label="First name"
              autoComplete="given-name"
              maxLength={80}
              required
              withAsterisk={false}
            />
            <TextInput
              {...form.getInputProps('lastName')}
              label="Last name"
              autoComplete="family-name"
              maxLength={80}
              required
              withAsterisk={false}
            />
          </div>
          <TextInput
            label="Email"
            type="email"
            value={profile.email}
            readOnly
            description="You log in with it. It cannot be changed."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            variant="filled"
          />
          <div className={classes['pair']}>
            <TextInput
              {...form.getInputProps('phoneNumber')}
              label="Phone number"
              type="tel"
              autoComplete="tel"
              maxLength={24}
              placeholder="+1 415 555 0123"
            />
            <Select
              {...form.getInputProps('timeZone')}
              label="Timezone"
              data={zones}
              searchable
              limit={60}
              allowDeselect={false}
              nothingFoundMessage="No such time zone"
              comboboxProps={{ withinPortal: true }}
              maxDropdownHeight={280}
            />
          </div>
          <div>
            <Button type="submit" disabled={!isChanged} loading={saving.isPending}>
              Save Changes
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
